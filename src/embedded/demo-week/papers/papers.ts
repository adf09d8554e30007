import { SELLERS, type Person, type Seller, type SellerName } from '../sellers';
import { cardBack, cardFront, selfie } from './cards';
import { pdfOf } from './pdf';

/** A file as the marketplace keeps it for one of its sellers. */
export interface Paper {
  readonly path: string;
  readonly fileName: string;
  readonly mimeType: 'image/png' | 'application/pdf';
  readonly bytes: Buffer;
}

/** Which paper it is: of whom, and the how manieth that was sent. */
export interface PaperOf {
  readonly seller: SellerName;
  readonly type: string;
  /** Index of the partner or person. */
  readonly person?: number;
  readonly edition?: number;
}

type Draw = (person: Person, seller: Seller, edition: number) => Buffer;

const PICTURES: Readonly<Record<string, Draw>> = {
  front_id: cardFront,
  back_id: cardBack,
  selfie_with_id: selfie,
};

const PAGES: Readonly<Record<string, Draw>> = {
  social_contract: (person, seller) => socialContract(person, seller),
  cnpj_card: (_person, seller) => registration(seller),
  proof_of_residence_company: (_person, seller, edition) => bill(seller.legalName, seller, edition),
  proof_of_residence: (person, seller, edition) => bill(person.name, seller, edition),
};

const PATH = /^\/papers\/([a-z]+)\/([a-z_]+)-(\d)-(\d)\.(?:png|pdf)$/;

/** Always the same bytes for the same paper. */
export function paperOf({ seller: name, type, person: index = 0, edition = 1 }: PaperOf): Paper {
  const seller: Seller = SELLERS[name];
  const person = seller.people[index] ?? seller.people[0];
  const drawn = type.replace(/^partner_/, '');
  const isPicture = drawn in PICTURES;
  const draw = PICTURES[drawn] ?? PAGES[drawn];
  if (draw === undefined) throw new Error(`nobody draws ${type}`);
  const extension = isPicture ? 'png' : 'pdf';
  return {
    path: `/papers/${name}/${type}-${index}-${edition}.${extension}`,
    fileName: `${type}.${extension}`,
    mimeType: isPicture ? 'image/png' : 'application/pdf',
    bytes: draw(person, seller, edition),
  };
}

/** The paper with this path, or null. */
export function findPaper(path: string): Paper | null {
  const [, seller = '', type = '', person, edition] = PATH.exec(path) ?? [];
  const drawn = type.replace(/^partner_/, '');
  if (!Object.hasOwn(SELLERS, seller) || !(drawn in PICTURES || drawn in PAGES)) return null;
  return paperOf({ seller: seller as SellerName, type, person: Number(person), edition: Number(edition) });
}

function socialContract(person: Person, seller: Seller): Buffer {
  const partners = seller.people.map(
    ({ name, cpf, share = 0 }) => `${name}, CPF ${cpf}, com ${share}% das quotas;`,
  );
  return pdfOf([
    {
      title: 'Contrato social',
      lines: [
        `Sociedade: ${seller.legalName}`,
        `CNPJ: ${seller.taxId}`,
        '',
        'Cláusula 1. São sócios:',
        ...partners,
        '',
        `Cláusula 2. A sede é em ${seller.street}, 100, ${seller.city}/${seller.state}.`,
        `Cláusula 3. O objeto é: ${seller.activity}.`,
      ],
    },
    {
      title: 'Contrato social, administração',
      lines: [
        `Cláusula 4. A administração cabe a ${person.name}.`,
        'Cláusula 5. O exercício social termina em 31 de dezembro.',
        '',
        '_______________________________',
        person.name,
      ],
    },
  ]);
}

function registration(seller: Seller): Buffer {
  return pdfOf([
    {
      title: 'Comprovante de inscrição e de situação cadastral',
      lines: [
        `Número de inscrição: ${seller.taxId}`,
        `Nome empresarial: ${seller.legalName}`,
        `Título do estabelecimento: ${seller.tradeName}`,
        `Atividade econômica principal: ${seller.cnae} - ${seller.activity}`,
        `Logradouro: ${seller.street}, 100`,
        `Município: ${seller.city}/${seller.state}, CEP ${seller.zipCode}`,
        'Situação cadastral: ATIVA',
      ],
    },
  ]);
}

function bill(holder: string, seller: Seller, edition: number): Buffer {
  return pdfOf([
    {
      title: edition === 1 ? 'Conta de energia elétrica' : 'Conta de água e esgoto',
      lines: [
        `Cliente: ${holder}`,
        `Endereço: ${seller.street}, 100`,
        `${seller.city}/${seller.state}, CEP ${seller.zipCode}`,
        '',
        `Leitura: ${edition === 1 ? '184 kWh' : '12 m3'}`,
        `Total a pagar: R$ ${edition === 1 ? '162,40' : '88,15'}`,
      ],
    },
  ]);
}
