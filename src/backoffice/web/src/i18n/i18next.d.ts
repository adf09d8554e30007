import 'i18next';
import type anticipations from './pt-BR/anticipations.json';
import type audit from './pt-BR/audit.json';
import type books from './pt-BR/books.json';
import type kase from './pt-BR/case.json';
import type charges from './pt-BR/charges.json';
import type common from './pt-BR/common.json';
import type deliveries from './pt-BR/deliveries.json';
import type disputes from './pt-BR/disputes.json';
import type invariants from './pt-BR/invariants.json';
import type login from './pt-BR/login.json';
import type merchants from './pt-BR/merchants.json';
import type money from './pt-BR/money.json';
import type operators from './pt-BR/operators.json';
import type portal from './pt-BR/portal.json';
import type portalMoney from './pt-BR/portal-money.json';
import type providers from './pt-BR/providers.json';
import type queue from './pt-BR/queue.json';
import type reconciliation from './pt-BR/reconciliation.json';
import type settings from './pt-BR/settings.json';
import type statistics from './pt-BR/statistics.json';
import type terms from './pt-BR/terms.json';
import type wallets from './pt-BR/wallets.json';
import type withdrawals from './pt-BR/withdrawals.json';

/** A key that no file has does not compile. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      anticipations: typeof anticipations;
      audit: typeof audit;
      books: typeof books;
      case: typeof kase;
      charges: typeof charges;
      common: typeof common;
      deliveries: typeof deliveries;
      disputes: typeof disputes;
      invariants: typeof invariants;
      login: typeof login;
      merchants: typeof merchants;
      money: typeof money;
      operators: typeof operators;
      portal: typeof portal;
      'portal-money': typeof portalMoney;
      providers: typeof providers;
      queue: typeof queue;
      reconciliation: typeof reconciliation;
      settings: typeof settings;
      statistics: typeof statistics;
      terms: typeof terms;
      wallets: typeof wallets;
      withdrawals: typeof withdrawals;
    };
  }
}
