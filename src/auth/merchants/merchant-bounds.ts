/** What the command line and the back office accept alike. */
export const MAX_MERCHANT_NAME = 200;
/** Requests in a window of 60 seconds. */
export const MAX_REQUESTS_PER_WINDOW = 1_000_000_000;
/** Days until a key pair expires. */
export const MAX_KEY_DAYS = 3_650;
