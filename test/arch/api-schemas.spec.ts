import 'reflect-metadata';
import { apiDocuments } from '../support/api-documents';

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
}

/** What a field of such a name holds is a moment, or a day. */
const MOMENT = /(^|_)(at|since|until)$/;
const DAY = /(^|_)(date|day)(_from|_to)?$|^date_/;
/** What a field of such a name holds is one of a list. */
const LISTED =
  /(^|_)(status|statuses|type|kind|mode|role|roles|scopes|code|reason|method|event|events|actor|currency)$|^(from|to)$/;

/** Names as above of which there is no list: each with its reason. */
const OPEN: Readonly<Record<string, string>> = {
  'ApiRequestResponse.method': 'of HTTP, also one that no route has',
  bank_code: 'the central bank gives it',
  'BankResponse.code': 'the central bank gives it',
  'get /v1/banks/{code}.code': 'the central bank gives it',
  'ActivityResponse.code': 'of the national classification of activities',
  'FileFaultData.http_status': 'of HTTP',
  'FindingParamsResponse.declared_type': 'a type of file, as somebody else declared it',
  'FindingParamsResponse.actual_type': 'a type of file',
  'CnaeBody.code': 'of the national classification of activities',
  'AddressResponse.zip_code': 'a postal code',
  'CreateAddressBody.zip_code': 'a postal code',
  'CustomerAddressBody.zip_code': 'a postal code',
  'CustomerAddressResponse.zip_code': 'a postal code',
  'UpdateAddressBody.zip_code': 'a postal code',
  'CardDetailsResponse.authorization_code': 'the bank makes it',
  'PixDetailsResponse.qr_code': 'a text to be paid with',
  'TotpEnrolmentResponse.qr_code': 'a picture',
  'ConfirmTotpBody.code': 'six digits',
  'RemoveTotpBody.code': 'six digits, or a recovery code',
  'CustomerBody.type': "in the merchant's own words",
  'CustomerResponse.type': "in the merchant's own words",
  product_type: "in the merchant's own words",
  business_type: "in the merchant's own words",
  'CreateRefundBody.reason': "in the merchant's own words",
  'RefundResponse.reason': "in the merchant's own words",
  'DisputeResponse.reason': "in the provider's own words",
  'OperatorDisputeDetailResponse.reason': "in the provider's own words",
  'OperatorDisputeResponse.reason': "in the provider's own words",
  'StandingBody.reason': "in the operator's own words",
  'HoldResponse.reason': "in the operator's own words",
  'PlaceHoldBody.reason': "in the operator's own words",
  'AdjustWalletBody.reason': "in the operator's own words",
  'WriteOffBody.reason': "in the operator's own words",
  'ReverseTransactionBody.reason': "in the operator's own words",
  'MoneyRequestResponse.reason': "in the operator's own words",
  'WithdrawalReturnResponse.reason': "in the provider's own words",
  'WithdrawalReasonBody.reason': "in the operator's own words",
  'WalletReasonBody.reason': "in the operator's own words",
  'TransactionResourceResponse.type': 'each feature names what its postings are about',
  'EntryResourceResponse.type': 'each feature names what its postings are about',
  'FailureResponse.code': 'of the payment provider',
  'ProviderCallResponse.failure_code': 'of the payment provider',
  'AuditTargetResponse.type': 'each feature names what it audits',
  'ChangeData.type': 'a step of the timeline: features add kinds of steps',
  'TimelineItemResponse.type': 'features add kinds of steps',
  'CaseStepResponse.type': 'features add kinds of steps',
  'TimelineItemResponse.from': 'of the record or of what belongs to it',
  'TimelineItemResponse.to': 'of the record or of what belongs to it',
  'CaseStepResponse.from': 'of the record or of what belongs to it',
  'CaseStepResponse.to': 'of the record or of what belongs to it',
  'LastChangeData.status': 'of a record of any kind',
  'RequirementResponse.code': 'features add requirements',
  'ChecklistItemResponse.code': 'features add requirements',
  'details.code': 'features add rules of fields',
};

describe('the schemas of the API say what their fields hold (decision 0030)', () => {
  const found: { readonly owner: string; readonly name: string; readonly schema: Schema }[] = [];
  const nodes: { readonly at: string; readonly schema: Schema }[] = [];

  beforeAll(async () => {
    for (const document of Object.values(await apiDocuments())) {
      for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
        walk(name, schema as Schema);
      for (const [path, item] of Object.entries({ ...document.paths, ...document.webhooks }))
        for (const [method, operation] of Object.entries(item as Record<string, object>))
          findSchemas(`${method} ${path}`, operation);
    }
  });

  const walk = (at: string, schema: Schema): void => {
    nodes.push({ at, schema });
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      found.push({ owner: at.split('.').at(-1) ?? '', name, schema: property });
      walk(`${at}.${name}`, property);
    }
    for (const each of [schema.items, ...(schema.allOf ?? []), ...(schema.anyOf ?? [])])
      if (each !== undefined) walk(at, each);
  };

  /** The schemas of parameters, bodies and answers, wherever they are in an operation. */
  const findSchemas = (at: string, node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { name, schema } = node as { name?: string; schema?: Schema };
    if (schema !== undefined && typeof name === 'string') found.push({ owner: at, name, schema });
    if (schema !== undefined) walk(at, schema);
    for (const [key, value] of Object.entries(node)) if (key !== 'examples') findSchemas(at, value);
  };

  const fieldsLike = (pattern: RegExp) =>
    found.filter(({ name, schema }) => pattern.test(name) && schema.$ref === undefined);
  const texts = (fields: typeof found) => fields.filter(({ schema }) => typesOf(schema).includes('string'));
  const shown = ({ owner, name }: { owner: string; name: string }) => `${owner}.${name}`;

  it('of an object the fields are named, or it says that there are others', () => {
    const bare = nodes.filter(
      ({ schema: { type, properties, additionalProperties, allOf } }) =>
        type === 'object' && (properties ?? additionalProperties ?? allOf) === undefined,
    );
    expect(bare.map(({ at }) => at)).toEqual([]);
    expect(nodes.filter(({ schema }) => schema.type === 'array' && schema.items === undefined)).toEqual([]);
  });

  it('moments are date-times and days are dates, as text', () => {
    const formats = ({ schema }: { schema: Schema }) => kindsOf(schema).flatMap(({ format }) => format ?? []);
    const isText = ({ schema }: { schema: Schema }) =>
      kindsOf(schema)
        .flatMap(typesOf)
        .every((type) => TEXT.has(type));
    const moments = fieldsLike(MOMENT);
    expect(moments.length).toBeGreaterThan(30);
    expect(
      moments.filter((field) => !isText(field) || !formats(field).includes('date-time')).map(shown),
    ).toEqual([]);
    const days = texts(fieldsLike(DAY));
    expect(days.length).toBeGreaterThan(10);
    expect(days.filter((field) => !isText(field) || !formats(field).includes('date')).map(shown)).toEqual([]);
  });

  it('what is one of a list has its list, but what is named here', () => {
    const listed = fieldsLike(LISTED).filter(({ schema }) =>
      typesOf(schema.items ?? schema).some((type) => type === 'string' || type === 'number'),
    );
    expect(listed.length).toBeGreaterThan(60);
    const open = listed.filter(
      ({ schema }) => (schema.items ?? schema).enum === undefined && !/^\^\(.*\|/.test(schema.pattern ?? ''),
    );
    const isKnown = ({ owner, name }: { owner: string; name: string }) =>
      `${owner}.${name}` in OPEN || name in OPEN;
    expect(open.filter((field) => !isKnown(field)).map(shown)).toEqual([]);
    const met = new Set(open.flatMap((field) => [shown(field), field.name]));
    expect(Object.keys(OPEN).filter((name) => !met.has(name))).toEqual([]);
  });
});

/** The schema, or what it is one of. */
function kindsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap(kindsOf);
}

const TEXT = new Set(['string', 'null']);

function typesOf({ type }: Schema): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? []);
}
