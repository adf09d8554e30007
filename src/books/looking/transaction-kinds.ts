import { ENTRY_KINDS } from '../../wallets';

/** Of transactions of a book: what wallets have entries of, and what of a provider's report moves within the book alone (money contract §19). */
export const TRANSACTION_KINDS = [...ENTRY_KINDS, 'provider_report'] as const;
