import type { ChangeParts } from '../../../api/types';

export type DestinationBody = ChangeParts<'post', '/v1/wallets/{id}/destinations'>['body'];

/** What is typed of a destination; nothing is chosen for anybody. */
export interface Draft {
  readonly type: 'pix_key' | 'bank_account';
  readonly pix_key_type: string;
  readonly pix_key: string;
  readonly bank_code: string;
  readonly branch: string;
  readonly account: string;
  readonly account_digit: string;
  readonly account_type: string;
  readonly holder_name: string;
  readonly holder_tax_id: string;
  readonly nickname: string;
}

export type Field = keyof Draft;

/** What the fields of a destination's form are given. */
export interface FieldsProps {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
  readonly errorOf: (field: Field) => string | undefined;
}

export const EMPTY: Draft = {
  type: 'pix_key',
  pix_key_type: '',
  pix_key: '',
  bank_code: '',
  branch: '',
  account: '',
  account_digit: '',
  account_type: '',
  holder_name: '',
  holder_tax_id: '',
  nickname: '',
};

const NEEDED: Readonly<Record<Draft['type'], readonly Field[]>> = {
  pix_key: ['pix_key_type', 'pix_key'],
  bank_account: [
    'bank_code',
    'branch',
    'account',
    'account_digit',
    'account_type',
    'holder_name',
    'holder_tax_id',
  ],
};

/** What the type of the draft needs and nobody has typed. */
export function missingIn(draft: Draft): readonly Field[] {
  return NEEDED[draft.type].filter((field) => draft[field].trim() === '');
}

/** What the API takes: the fields of its type, as they were typed. */
export function bodyOf(draft: Draft): DestinationBody {
  const fields = NEEDED[draft.type].map((field) => [field, draft[field].trim()] as const);
  const nickname = draft.nickname.trim();
  return {
    type: draft.type,
    ...Object.fromEntries(fields),
    ...(nickname === '' ? {} : { nickname }),
  };
}
