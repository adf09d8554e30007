import { PRODUCTION_RULES } from './mcc-map.production';
import { SERVICE_RULES } from './mcc-map.services';
import { TRADE_RULES } from './mcc-map.trade';
import type { MccRule } from './mcc-rule';

/** Changes whenever a row changes, so that a derived code can be traced to the map that gave it. */
export const MCC_MAP_VERSION = '2026-11-1';

/** The curated CNAE → MCC map. The CNAE hierarchy is IBGE's; the choice of category is ours. */
export const MCC_RULES: readonly MccRule[] = [...PRODUCTION_RULES, ...TRADE_RULES, ...SERVICE_RULES];
