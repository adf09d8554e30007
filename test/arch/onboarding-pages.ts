import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TransitionTable } from '../../src/common/state-machine';
import { documentTransitions } from '../../src/documents';
import { chargeTransitions, refundTransitions } from '../../src/charges';
import { destinationTransitions } from '../../src/destinations';
import { anticipationItemTransitions, anticipationTransitions } from '../../src/anticipations';
import { moneyRequestTransitions } from '../../src/books';
import { disputeTransitions } from '../../src/disputes';
import { deliveryTransitions, endpointTransitions } from '../../src/postbacks';
import {
  providerAccountTransitions,
  providerCallTransitions,
  receivedNotificationTransitions,
} from '../../src/providers';
import { receivableTransitions } from '../../src/receivables';
import { itemTransitions } from '../../src/reconciliation';
import { walletTransitions } from '../../src/wallets';
import { withdrawalTransitions } from '../../src/withdrawals';
import { MCC_MAP_VERSION, resolveCnae, submerchantTransitions, TRIGGERED_BY } from '../../src/submerchants';

/** docs/status-machines.md: the tables as the code has them. */
export function statusMachinesPage(): string {
  const submerchants = submerchantTransitions.table.map(
    ({ from, on, to }) => `| ${from ?? '–'} | ${on} | ${TRIGGERED_BY[on]} | ${to} |`,
  );
  return `# Status machines

Everything that is not a row here is refused, a request for it with 409 \`INVALID_STATE\`. This page is written from the code:
\`UPDATE_DOCS=1 npm test -- test/arch/generated-docs\`.

## Submerchant

\`resubmit\` is the merchant's request-resubmission, possible after a correctable rejection only;
\`request_resubmission\` is the operator's.

<!-- prettier-ignore -->
| From | Trigger | By | To |
| --- | --- | --- | --- |
${submerchants.join('\n')}

A final rejection, and an approval above the configured risk, of a live merchant's submerchant are taken by two operators: the
first one's is kept (202), the status stays \`pending_review\` and nobody but operators knows; the same by another operator does
it. A withdrawal, or any change of \`version\`, ends what was kept (decision 0019).

## Document

\`approve\` and \`reject\` are the operators', while the case is in review (of an active or suspended submerchant only for a
document that was sent again); \`expire\` happens by the clock.

${rows(documentTransitions)}

## Charge

\`pay\` is money that came without a capture of its own: a card captured at once, or a charge that its payer paid.

${rows(chargeTransitions)}

## Dispute

\`win\` and \`lose\` are what the provider says, \`contest\` and \`accept\` what the merchant answers (money contract §17). The three of
\`reverse\` above are a debited dispute that was won.

${rows(disputeTransitions)}

## Destination

Where a wallet's money may go: \`activate\` and \`reject\` are what its provider says, \`disable\` is the merchant's DELETE, or a
withdrawal that found it closed.

${rows(destinationTransitions)}

## Withdrawal

Money that leaves a wallet: \`hold_back\` puts it before an operator, \`send\` hands it to its provider, \`put_off\` is a provider that
cannot take it yet; the two returns are money that came back after it was paid.

${rows(withdrawalTransitions)}

## Anticipation

Receivables that are paid before their day: \`ask_within_bound\` is up to what the terms approve by themselves, \`lose_all\` is refunds,
disputes and settlements that left nothing in it.

${rows(anticipationTransitions)}

## Receivable

What a capture brings to each recipient: \`capture_due\` is what is due on the day of its capture, \`take_all\` leaves nothing of it,
\`give_back\` is a refund that failed or a dispute that was won.

${rows(receivableTransitions)}

## Receivable in an anticipation

\`leave\` is one that was paid back, settled, or costs all that is left of it: the anticipation goes on without it. \`pay\` and
\`release\` end all that are left in it together; what is released waits for its day again.

${rows(anticipationItemTransitions)}

## Refund

The provider's answer ends it. Until it has failed, its amount is set aside on the charge.

${rows(refundTransitions)}

## Webhook endpoint

\`pause\` is the merchant's, or follows from failures (contract §7, Pause by failure).

${rows(endpointTransitions)}

## Delivery

\`hold\` and \`cancel\` follow from the endpoint's pause and deletion, \`expire\` from 30 days on hold. \`deliver\`, \`retry\` and
\`exhaust\` are what came of an attempt; \`restore\` is a repeat of what had arrived before that failed, or that was not out
when the endpoint was paused or deleted. A replay makes what was never tried \`pending\` (\`replay_unsent\`), everything else
\`retrying\`.

${rows(deliveryTransitions)}

## Wallet

Two things freeze a wallet, each by itself: an operator, and a submerchant that is not active. \`active\` shows as active, every
other state as frozen; the reason shown is \`operator\` while an operator's freeze lasts.

${rows(walletTransitions)}

## Money request

What an operator wants changed in a book (money contract §20): \`carry_out\` is the same asked for by a second one, \`expire\` its 24
hours.

${rows(moneyRequestTransitions)}

## Reconciliation item

A line of a provider's report, or something of ours that it lacks (money contract §19): what was missing on one side may come in a later
reading, what was compared stays.

${rows(itemTransitions)}

## Provider account

What was made with a disabled one goes on; it takes nothing new.

${rows(providerAccountTransitions)}

## Provider call

What a provider is asked. Without a final answer, and after a refusal that is asked for again, it stays \`pending\`.

${rows(providerCallTransitions)}

## Received notification

What a provider told of its own accord. What cannot be taken yet stays \`pending\`, for three days; what no book could take is
abandoned at once.

${rows(receivedNotificationTransitions)}
`;
}

function rows({ table }: Pick<TransitionTable<string, string>, 'table'>): string {
  const lines = table.map(({ from, on, to }) => `| ${from ?? '–'} | ${on} | ${to} |`);
  return ['<!-- prettier-ignore -->', '| From | Trigger | To |', '| --- | --- | --- |', ...lines].join('\n');
}

/** docs/merchant-categories.md: where the category codes come from, and how far the map reaches. */
export function merchantCategoriesPage(): string {
  const file = join(__dirname, '..', 'data', 'cnae-classes.csv');
  const classes = readFileSync(file, 'utf8').trim().split('\n').slice(1);
  const levels = new Map<string, number>();
  const without: string[] = [];
  for (const line of classes) {
    const found = resolveCnae(`${line.slice(0, 5)}00`);
    const level = found === null ? 'nothing' : (LEVELS[found.prefix.length] ?? '?');
    levels.set(level, (levels.get(level) ?? 0) + 1);
    if (found === null) without.push(`| ${line.slice(0, 5)} | ${line.slice(7, -1)} |`);
  }
  return `# Merchant category codes

A submerchant's \`mcc\` is sent by its merchant (\`mcc_source\` \`provided\`), or derived from its activities (\`derived\`), or set by
an operator (\`operator\`), or null: there is no default.

- **Derived** is the code of the primary CNAE (or the only one), looked up in a map of our own, \`src/submerchants/mcc\`, version
  ${MCC_MAP_VERSION}. The longest prefix wins: subclass (7 digits), class, group, division (2). Each row says why. A row may say that
  an activity has no code on purpose (weapons, fireworks): then a reviewer decides.
- **Where the map comes from**: the hierarchy is IBGE's CNAE 2.3, the codes are the public list of merchant categories; which
  code belongs to which activity is our choice, made by what a payer buys there.
- **It is derived again** whenever \`cnaes\` change, unless a code was provided or set by an operator. The history of the
  submerchant keeps the version of the map that decided.
- **An operator overrides it** with \`PATCH /v1/review/submerchants/{id} { "mcc": "5999" }\`, in any status. That code stays when
  the activities change.
- **To change the map**, edit its rows and raise \`MCC_MAP_VERSION\`; codes that were derived before stay as they are.

## How far it reaches

Written from the code: \`UPDATE_DOCS=1 npm test -- test/arch/generated-docs\`. Of the ${classes.length} classes of CNAE:

<!-- prettier-ignore -->
| Resolved at | Classes |
| --- | --- |
${[...levels].map(([level, count]) => `| ${level} | ${count} |`).join('\n')}

These have no category:

<!-- prettier-ignore -->
| Class | Activity |
| --- | --- |
${without.join('\n')}
`;
}

const LEVELS: Readonly<Record<number, string>> = { 2: 'division', 3: 'group', 4: 'class', 5: 'class' };
