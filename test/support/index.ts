export { type Answer, basic, Client, type JsonBody, type Keys } from './client';
export { onThisMachine, settingOnThisMachine } from './busy-machine';
export { clearOfMidnight, STARTED_ON, today } from './days';
export { eventually } from './eventually';
export {
  startService,
  startTasks,
  type ServiceOptions,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from './service';
export {
  addressBody,
  CALM,
  CNPJ,
  COMPANY_DOCUMENTS,
  companyBody,
  CPF,
  documentBody,
  eventsOf,
  letDocumentExpire,
  Onboarding,
  PARTNER_DOCUMENTS,
  partnerBody,
  PERSONAL_DOCUMENTS,
  personBody,
} from './onboarding';
export {
  expectedSignature,
  receiver,
  type Received,
  type Receiver,
  type ReceiverAnswer,
  verifyStandard,
} from './receiver';
export { emit, type TestEvent } from './events';
export { patiently } from './patiently';
export { expectAllOnceOrSame, type LogRow, MOST_UNRECORDED, PostbackBench } from './postback-bench';
export { openPortal } from './portal';
export { cookieOf, SessionClient } from './session-client';
export { addressIn, anyAddress, auditOf, BEHIND_PROXY, codeOf, enrolTotp, from, logIn } from './log-ins';
export { useOperators, within1s } from './operator-bench';
export { sayMeasured } from './measured';
export { Started } from './started';
export { TimeMachine } from './time-machine';
export { useCharging, usePostbacks, useReview, useService } from './use-service';
export { MoneyBench } from './money-bench';
