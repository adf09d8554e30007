import {
  type Api,
  dataOf,
  done,
  listOf,
  matching,
  type RequestOptions,
  sending,
  type Versioned,
} from './client.js';
import type { List } from './list.js';
import type {
  Address,
  BodyOf,
  FiltersOf,
  LegalRepresentative,
  Requirements,
  Submerchant,
  SubmerchantDocument,
} from './types.js';

type Root = '/v1/submerchants';
type One = '/v1/submerchants/{id}';

/** The sellers on whose behalf a marketplace charges. */
export class Submerchants {
  readonly legalRepresentatives: LegalRepresentatives;
  readonly addresses: Addresses;
  readonly documents: Documents;

  constructor(private readonly api: Api) {
    this.legalRepresentatives = new LegalRepresentatives(api);
    this.addresses = new Addresses(api);
    this.documents = new Documents(api);
  }

  create(body: BodyOf<Root, 'post'>, options: RequestOptions = {}): Promise<Submerchant> {
    return dataOf(this.api.POST('/v1/submerchants', { body, ...sending(options) }));
  }

  get(id: string, options: RequestOptions = {}): Promise<Submerchant> {
    return dataOf(this.api.GET('/v1/submerchants/{id}', { params: { path: { id } }, ...sending(options) }));
  }

  update(
    id: string,
    body: BodyOf<One, 'patch'>,
    options: RequestOptions & Versioned = {},
  ): Promise<Submerchant> {
    const init = { params: { path: { id } }, body, ...matching(options) };
    return dataOf(this.api.PATCH('/v1/submerchants/{id}', init));
  }

  list(filters: FiltersOf<Root> = {}): List<Submerchant> {
    return listOf((position) =>
      this.api.GET('/v1/submerchants', { params: { query: { ...filters, ...position } } }),
    );
  }

  /** What is missing before this seller can be reviewed. */
  requirements(id: string, options: RequestOptions = {}): Promise<Requirements> {
    return dataOf(
      this.api.GET('/v1/submerchants/{id}/requirements', { params: { path: { id } }, ...sending(options) }),
    );
  }

  /** Hands the seller to the operators. @throws RepasseError `REQUIREMENTS_NOT_MET`, with everything that is missing */
  submitForReview(id: string, options: RequestOptions = {}) {
    return dataOf(
      this.api.POST('/v1/submerchants/{id}/submit-for-review', {
        params: { path: { id } },
        ...sending(options),
      }),
    );
  }

  /** Takes a rejected seller back to `pending`, to correct it. */
  requestResubmission(id: string, options: RequestOptions = {}) {
    return dataOf(
      this.api.POST('/v1/submerchants/{id}/request-resubmission', {
        params: { path: { id } },
        ...sending(options),
      }),
    );
  }
}

class LegalRepresentatives {
  constructor(private readonly api: Api) {}

  /** Makes the one with this document, or changes it. */
  upsert(
    id: string,
    body: BodyOf<'/v1/submerchants/{id}/legal-representatives', 'post'>,
    options: RequestOptions = {},
  ): Promise<LegalRepresentative> {
    const init = { params: { path: { id } }, body, ...sending(options) };
    return dataOf(this.api.POST('/v1/submerchants/{id}/legal-representatives', init));
  }

  list(
    id: string,
    filters: FiltersOf<'/v1/submerchants/{id}/legal-representatives'> = {},
  ): List<LegalRepresentative> {
    return listOf((position) =>
      this.api.GET('/v1/submerchants/{id}/legal-representatives', {
        params: { path: { id }, query: { ...filters, ...position } },
      }),
    );
  }

  delete(id: string, repId: string, options: RequestOptions = {}): Promise<void> {
    const init = { params: { path: { id, repId } }, ...sending(options) };
    return done(this.api.DELETE('/v1/submerchants/{id}/legal-representatives/{repId}', init));
  }
}

class Addresses {
  constructor(private readonly api: Api) {}

  create(
    id: string,
    body: BodyOf<'/v1/submerchants/{id}/addresses', 'post'>,
    options: RequestOptions = {},
  ): Promise<Address> {
    const init = { params: { path: { id } }, body, ...sending(options) };
    return dataOf(this.api.POST('/v1/submerchants/{id}/addresses', init));
  }

  update(
    id: string,
    addressId: string,
    body: BodyOf<'/v1/submerchants/{id}/addresses/{addressId}', 'patch'>,
    options: RequestOptions = {},
  ): Promise<Address> {
    const init = { params: { path: { id, addressId } }, body, ...sending(options) };
    return dataOf(this.api.PATCH('/v1/submerchants/{id}/addresses/{addressId}', init));
  }

  list(id: string, filters: FiltersOf<'/v1/submerchants/{id}/addresses'> = {}): List<Address> {
    return listOf((position) =>
      this.api.GET('/v1/submerchants/{id}/addresses', {
        params: { path: { id }, query: { ...filters, ...position } },
      }),
    );
  }

  delete(id: string, addressId: string, options: RequestOptions = {}): Promise<void> {
    const init = { params: { path: { id, addressId } }, ...sending(options) };
    return done(this.api.DELETE('/v1/submerchants/{id}/addresses/{addressId}', init));
  }
}

class Documents {
  constructor(private readonly api: Api) {}

  /** A file that the marketplace hosts; one of the same type before it is replaced. */
  send(
    id: string,
    body: BodyOf<'/v1/submerchants/{id}/documents', 'post'>,
    options: RequestOptions = {},
  ): Promise<SubmerchantDocument> {
    const init = { params: { path: { id } }, body, ...sending(options) };
    return dataOf(this.api.POST('/v1/submerchants/{id}/documents', init));
  }

  list(id: string, filters: FiltersOf<'/v1/submerchants/{id}/documents'> = {}): List<SubmerchantDocument> {
    return listOf((position) =>
      this.api.GET('/v1/submerchants/{id}/documents', {
        params: { path: { id }, query: { ...filters, ...position } },
      }),
    );
  }
}
