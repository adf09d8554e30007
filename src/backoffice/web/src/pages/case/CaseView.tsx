import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/api-error';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Page } from '../../components/Page';
import { CaseContext } from './case-context';
import type { CaseDetails } from './work/case-types';
import { CaseDialogs } from './CaseDialogs';
import classes from './Case.module.css';
import { HeaderBadges, HeaderFacts } from './CaseHeader';
import { CasePanes } from './CasePanes';
import { ClaimStatus } from './ClaimStatus';
import { AwaitingSecond } from './decisions/AwaitingSecond';
import { DecidedNotice } from './decisions/DecidedNotice';
import { DecisionBar } from './decisions/DecisionBar';
import { ChangesNotice } from './ChangesNotice';
import { useCaseWork } from './use-case-work';
import { useIsWide } from './use-tab';

interface CaseViewProps {
  readonly caseDetails: CaseDetails;
  /** Of asking again: what is shown may be old. */
  readonly error: ApiError | null;
  readonly retry: () => void;
}

/** A case that is loaded: what is known above, data and documents side by side, the decision below. */
export function CaseView({ caseDetails, error, retry }: CaseViewProps) {
  const { t } = useTranslation('case');
  const work = useCaseWork(caseDetails);
  const isWide = useIsWide();
  return (
    <CaseContext value={work}>
      <div className={classes.page} data-wide={isWide || undefined}>
        <Page
          title={caseDetails.legal_name === '' ? t('title') : caseDetails.legal_name}
          aside={<HeaderBadges />}
          description={<HeaderFacts />}
          actions={<ClaimStatus />}
        >
          <ErrorAlert error={error} retry={retry} />
          <DecidedNotice />
          <ChangesNotice />
          <AwaitingSecond />
          <CasePanes />
          <DecisionBar />
          <CaseDialogs />
        </Page>
      </div>
    </CaseContext>
  );
}
