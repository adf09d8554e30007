import { ListQuery } from '../../common/http';
import { EnumField, UuidField } from '../../common/validation';
import { PROVIDER_MODES } from '../provider.port';

/** Which accounts an operator looks at. */
export class ListProviderAccountsQuery extends ListQuery {
  @UuidField({ omittable: true, description: "This merchant's own accounts only." })
  merchant_id?: string;

  @EnumField(['platform'], { omittable: true, description: "The platform's accounts only." })
  owner?: string;

  @EnumField(PROVIDER_MODES, { omittable: true })
  mode?: string;
}
