export { MCC_MAP_VERSION } from './mcc-map';
export { decidingActivity, resolveCnae, resolveMcc } from './resolve-mcc';
