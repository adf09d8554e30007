export { BankReader } from './bank.reader';
export { banksFeature } from './banks.feature';
export { BanksModule } from './banks.module';
