import { bootstrap } from '../../scripts/lib/bootstrap.mjs';

/** Before specs that load the service: compiles what changed since the last time. */
export default () => bootstrap({ inOneFile: false, pages: false });
