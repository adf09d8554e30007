import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { MERCHANT_MODES, type MerchantMode } from '../../auth';
import { CLI_ACTOR } from '../../common/audit';
import { InputPipe } from '../../common/http';
import { AddTermsBody, AddTermsUseCase, TermsReader, toAddedTermsResponse, toTermsBody } from '../../terms';
import { idOf, oneOf } from '../arguments';
import type { Answer, Run } from '../command';
import type { Session } from '../session';

/** As much as a request may bring. */
const MAX_FILE_BYTES = 256 * 1024;

interface ShowOptions {
  mode?: MerchantMode;
  json?: boolean;
}

export function addTermsCommands(terms: Command, run: Run): void {
  terms
    .command('show')
    .description('The terms in force, as import takes them.')
    .argument('[merchant-id]', "id of the merchant; without one the platform's default", idOf)
    .option('--mode <mode>', 'test or live, without a merchant', oneOf(MERCHANT_MODES), 'live')
    .option('--json', 'one JSON object on standard output')
    .action((id: string | undefined, options: ShowOptions) =>
      run(options.json, (session) => show(session, id, options.mode)),
    );
  terms
    .command('import')
    .description('Adds the terms of a JSON file: the body of POST /v1/review/terms.')
    .argument('<file>', 'JSON of 256 KiB at most', jsonOf)
    .option('--json', 'one JSON object on standard output')
    .action((body: unknown, options: { json?: boolean }) =>
      run(options.json, (session) => add(session, body)),
    );
}

async function show(
  session: Session,
  id: string | undefined,
  mode: MerchantMode | undefined,
): Promise<Answer> {
  const reader = await session.service(TermsReader);
  const of = await reader.getOwner(id?.toLowerCase(), mode);
  const json = toTermsBody(of.merchantId, await reader.listInForce(of));
  return { json, text: JSON.stringify(json, null, 2) };
}

async function add(session: Session, sent: unknown): Promise<Answer> {
  const body = new InputPipe().transform(sent, { type: 'body', metatype: AddTermsBody }) as AddTermsBody;
  const added = await (await session.service(AddTermsUseCase)).execute(body, CLI_ACTOR);
  const { length } = added.terms;
  const whose = added.merchantId ?? 'all merchants without their own';
  const json = Object.fromEntries(Object.entries(toAddedTermsResponse(added)));
  return { json, text: `${length} terms for ${whose}, from ${added.effectiveFrom.toISOString()} on.` };
}

/** Whether it is a body of terms is said once more is known of it. */
function jsonOf(file: string): unknown {
  const refusal = 'The file has to hold a JSON object, at most 256 KiB.';
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > MAX_FILE_BYTES) throw new InvalidArgumentError(refusal);
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError(refusal);
  }
}
