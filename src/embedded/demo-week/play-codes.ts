/** The exit code of a play that is not wanted: people work here already. */
export const PLAY_UNWANTED = 3;
