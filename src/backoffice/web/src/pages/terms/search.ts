import type { GetParts } from '../../api/types';
import { oneOf, readSearch, uuid, valuesOf } from '../../app/search';

type Mode = NonNullable<NonNullable<GetParts<'/v1/review/terms'>['query']>['mode']>;

export const MODES = valuesOf<Mode>({ test: true, live: true });

export const termsSearch = readSearch({ merchant_id: uuid(), mode: oneOf(...MODES) });
