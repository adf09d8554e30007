import type { ProviderInstallation } from './provider-installation';
import { sandbox } from './sandbox';

/** The providers of this service. A real acquirer is one folder more beside the sandbox, and one entry here. */
export const INSTALLED_PROVIDERS: readonly ProviderInstallation[] = [sandbox];
