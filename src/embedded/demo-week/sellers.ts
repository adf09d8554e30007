/** Somebody who stands behind a seller, or is one. */
export interface Person {
  readonly name: string;
  readonly cpf: string;
  readonly birthDate: string;
  readonly share?: number;
}

/** Who asks to sell in the demo week. Nobody of them exists; their numbers have right check digits all the same. */
export interface Seller {
  readonly kind: 'pj' | 'pf';
  readonly legalName: string;
  readonly tradeName: string;
  readonly taxId: string;
  /** The partners of a company; the one person of the others. */
  readonly people: readonly [Person, ...Person[]];
  readonly cnae: string;
  readonly activity: string;
  readonly monthlyRevenue: number;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
}

const pj = (legalName: string, rest: Omit<Seller, 'kind' | 'legalName'>): Seller => ({
  kind: 'pj',
  legalName,
  ...rest,
});

const pf = (person: Person, rest: Omit<Seller, 'kind' | 'legalName' | 'people' | 'taxId'>): Seller => ({
  kind: 'pf',
  legalName: person.name,
  taxId: person.cpf,
  people: [person],
  ...rest,
});

export const SELLERS = {
  barro: pj('Barro e Cor Cerâmica Ltda', {
    tradeName: 'Ateliê Barro & Cor',
    taxId: '23450187000120',
    people: [{ name: 'Luana Ferreira Prado', cpf: '31827465026', birthDate: '1987-04-12', share: 100 }],
    cnae: '4759-8/99',
    activity: 'Comércio varejista de artigos de uso doméstico',
    monthlyRevenue: 42_000,
    street: 'Rua Harmonia',
    city: 'São Paulo',
    state: 'SP',
    zipCode: '05435-000',
  }),
  cantina: pj('Cantina da Vovó Alimentos Ltda', {
    tradeName: 'Cantina da Vovó',
    taxId: '31872964000153',
    people: [
      { name: 'Marcos Bianchi', cpf: '42719053805', birthDate: '1979-09-30', share: 60 },
      { name: 'Paula Bianchi', cpf: '53648291700', birthDate: '1982-02-17', share: 40 },
    ],
    cnae: '5611-2/01',
    activity: 'Restaurantes e similares',
    monthlyRevenue: 88_000,
    street: 'Rua Padre Chagas',
    city: 'Porto Alegre',
    state: 'RS',
    zipCode: '90570-080',
  }),
  joao: pf(
    { name: 'João Batista Moura', cpf: '64579182391', birthDate: '1974-11-03' },
    {
      tradeName: 'Moura Marcenaria',
      cnae: '3101-2/00',
      activity: 'Fabricação de móveis com predominância de madeira',
      monthlyRevenue: 9_500,
      street: 'Rua do Sol',
      city: 'Olinda',
      state: 'PE',
      zipCode: '53120-010',
    },
  ),
  sorte: pj('Sorte Grande Rifas Ltda', {
    tradeName: 'Sorte Grande',
    taxId: '40519823000142',
    people: [{ name: 'Valter Nunes', cpf: '75420831635', birthDate: '1969-01-25', share: 100 }],
    cnae: '9200-3/99',
    activity: 'Exploração de jogos de azar e apostas',
    monthlyRevenue: 310_000,
    street: 'Avenida Afonso Pena',
    city: 'Belo Horizonte',
    state: 'MG',
    zipCode: '30130-003',
  }),
  horizonte: pj('Bazar Horizonte Comércio Ltda', {
    tradeName: 'Bazar Horizonte',
    taxId: '52763148000181',
    people: [{ name: 'Célia Andrade', cpf: '86351904757', birthDate: '1990-07-08', share: 100 }],
    cnae: '4713-0/04',
    activity: 'Lojas de departamentos ou magazines',
    monthlyRevenue: 27_500,
    street: 'Rua das Laranjeiras',
    city: 'Rio de Janeiro',
    state: 'RJ',
    zipCode: '22240-003',
  }),
  trilha: pj('Trilha Verde Artigos Esportivos Ltda', {
    tradeName: 'Trilha Verde',
    taxId: '61908235000170',
    people: [{ name: 'Igor Sampaio', cpf: '29164078558', birthDate: '1985-05-19', share: 100 }],
    cnae: '4763-6/02',
    activity: 'Comércio varejista de artigos esportivos',
    monthlyRevenue: 65_000,
    street: 'Rua Comendador Araújo',
    city: 'Curitiba',
    state: 'PR',
    zipCode: '80420-000',
  }),
  relogio: pj('Tempo Certo Relojoaria Ltda', {
    tradeName: 'Tempo Certo',
    taxId: '70254819000160',
    people: [{ name: 'Sérgio Abreu', cpf: '17285639419', birthDate: '1977-12-01', share: 100 }],
    cnae: '4783-1/02',
    activity: 'Comércio varejista de artigos de relojoaria',
    monthlyRevenue: 120_000,
    street: 'Rua Chile',
    city: 'Salvador',
    state: 'BA',
    zipCode: '40020-000',
  }),
  papel: pj('Papel de Seda Papelaria Ltda', {
    tradeName: 'Papel de Seda',
    taxId: '83617402000167',
    people: [{ name: 'Renata Queiroz', cpf: '48093175288', birthDate: '1993-03-22', share: 100 }],
    cnae: '4761-0/03',
    activity: 'Comércio varejista de artigos de papelaria',
    monthlyRevenue: 18_000,
    street: 'Rua Barão de Jaguara',
    city: 'Campinas',
    state: 'SP',
    zipCode: '13015-001',
  }),
  norte: pj('Norte Eletrônicos Importação Ltda', {
    tradeName: 'Norte Eletrônicos',
    taxId: '14980276000198',
    people: [
      { name: 'Fábio Teles', cpf: '60927318431', birthDate: '1981-08-14', share: 50 },
      { name: 'Diana Teles', cpf: '71834502950', birthDate: '1984-10-05', share: 50 },
    ],
    cnae: '4753-9/00',
    activity: 'Comércio varejista de eletrodomésticos, áudio e vídeo',
    monthlyRevenue: 780_000,
    street: 'Avenida Eduardo Ribeiro',
    city: 'Manaus',
    state: 'AM',
    zipCode: '69010-001',
  }),
  livro: pj('Livro Aberto Sebo Ltda', {
    tradeName: 'Sebo Livro Aberto',
    taxId: '25739160000188',
    people: [{ name: 'Otávio Pires', cpf: '35791624034', birthDate: '1966-06-27', share: 100 }],
    cnae: '4785-7/99',
    activity: 'Comércio varejista de outros artigos usados',
    monthlyRevenue: 12_400,
    street: 'Rua Halfeld',
    city: 'Juiz de Fora',
    state: 'MG',
    zipCode: '36010-000',
  }),
  duplas: pj('Duplas Moda Infantil Ltda', {
    tradeName: 'Duplas',
    taxId: '36418095000105',
    people: [
      { name: 'Aline Castro', cpf: '24680591315', birthDate: '1989-01-11', share: 70 },
      { name: 'Bianca Castro', cpf: '13579024680', birthDate: '1991-09-09', share: 45 },
    ],
    cnae: '4781-4/00',
    activity: 'Comércio varejista de artigos do vestuário e acessórios',
    monthlyRevenue: 36_000,
    street: 'Rua Quinze de Novembro',
    city: 'Blumenau',
    state: 'SC',
    zipCode: '89010-000',
  }),
  mel: pj('Mel da Serra Apicultura Ltda', {
    tradeName: 'Mel da Serra',
    taxId: '47850213000176',
    people: [{ name: 'Tadeu Rocha', cpf: '52998224725', birthDate: '1972-04-04', share: 100 }],
    cnae: '4721-1/04',
    activity: 'Comércio varejista de doces, balas, bombons e semelhantes',
    monthlyRevenue: 7_800,
    street: 'Rua da Matriz',
    city: 'Gramado',
    state: 'RS',
    zipCode: '95670-000',
  }),
  ana: pf(
    { name: 'Ana Clara Dias', cpf: '39053344705', birthDate: '1998-02-28' },
    {
      tradeName: 'Ana Clara Bordados',
      cnae: '1340-5/99',
      activity: 'Outros serviços de acabamento em fios, tecidos e artefatos têxteis',
      monthlyRevenue: 4_200,
      street: 'Rua Direita',
      city: 'Ouro Preto',
      state: 'MG',
      zipCode: '35400-000',
    },
  ),
  pedro: pf(
    { name: 'Pedro Henrique Lopes', cpf: '11144477735', birthDate: '1995-12-19' },
    {
      tradeName: 'Lopes Bicicletas',
      cnae: '4763-6/03',
      activity: 'Comércio varejista de bicicletas e triciclos; peças e acessórios',
      monthlyRevenue: 11_300,
      street: 'Avenida Beira-Mar',
      city: 'Fortaleza',
      state: 'CE',
      zipCode: '60165-121',
    },
  ),
} as const satisfies Readonly<Record<string, Seller>>;

export type SellerName = keyof typeof SELLERS;
