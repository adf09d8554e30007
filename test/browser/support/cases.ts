import { once } from 'node:events';
import type { Locator, Page } from 'playwright-core';
import { COMPANY_DOCUMENTS, Onboarding, PARTNER_DOCUMENTS, type TestMerchant } from '../../support';
import { pdfPages, pngPicture } from '../../support/document-pictures';
import { FileServer } from '../../support/file-server';

/** A submitted company whose documents can be looked at. */
export interface SubmittedCase {
  readonly id: string;
  readonly partnerId: string;
  /** Ids of the documents by type. */
  readonly documents: Readonly<Record<string, string>>;
  /** Where its page is. */
  readonly path: string;
}

let made = 0;

/** The file host of a merchant, and companies whose documents are there: a PDF of three pages and pictures. */
export class CaseMaker {
  private constructor(readonly files: FileServer) {}

  static async start(): Promise<CaseMaker> {
    return new CaseMaker(await new FileServer().listen());
  }

  async submitted(
    merchant: TestMerchant,
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<SubmittedCase> {
    const onboarding = new Onboarding(merchant.client);
    const id = await onboarding.company({ trade_name: 'Padaria Estrela', phone: '11999998888', ...fields });
    const partnerId = await onboarding.partner(id, { birth_date: '1980-02-03' });
    await onboarding.address(id);
    const documents: Record<string, string> = {};
    for (const type of COMPANY_DOCUMENTS)
      documents[type] = await onboarding.document(
        id,
        type,
        type === 'social_contract' ? this.pdf() : this.png(),
      );
    for (const type of PARTNER_DOCUMENTS)
      documents[type] = await onboarding.document(id, type, {
        ...this.png(),
        legal_representative_id: partnerId,
      });
    await onboarding.submit(id);
    return { id, partnerId, documents, path: `/backoffice/cases/${id}` };
  }

  /** The fields of a document that is a PDF, declared as it is. */
  pdf(file = pdfPages(['Contrato social', 'Segunda pagina', 'Terceira pagina'])): Record<string, unknown> {
    return this.hosted(file, 'pdf', 'application/pdf');
  }

  png(file = pngPicture(120, 80)): Record<string, unknown> {
    return this.hosted(file, 'png', 'image/png');
  }

  private hosted(file: Buffer, extension: string, type: string): Record<string, unknown> {
    made += 1;
    const name = `arquivo-${made}.${extension}`;
    return {
      file_url: this.files.host(`/${name}`, file),
      file_name: name,
      file_size: file.length,
      mime_type: type,
    };
  }
}

/** The part of the case page that shows the file of a document. */
export function fileOf(page: Page, name: string) {
  return page.getByRole('region', { name: `Arquivo: ${name}` });
}

/** A document in the list of the case page. */
export function listed(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Lista de documentos' }).getByRole('button', { name });
}

/** Confirms, in the dialog of an approval, each document that was never opened. */
export async function approveUnseen(dialog: Locator): Promise<void> {
  for (const box of await dialog.getByLabel(/^Aprovar sem ter visto: /).all()) await box.check();
}

/** Until the returned function is called the page hears nothing of the case by itself. */
export async function holdFetches(page: Page, { id }: SubmittedCase): Promise<() => void> {
  const held = new AbortController();
  await page.route(`**/v1/review/submerchants/${id}`, async (route) => {
    if (!held.signal.aborted) await once(held.signal, 'abort');
    await route.continue();
  });
  return () => held.abort();
}
