import type { JobData, JobKind } from '#domain/jobs/job.ts'
import type { Work } from '#server/jobs.ts'
import { continueBulkJob } from '../../features/admin/bulk/jobs.ts'
import { changePlatformOfAll, endCompanySessions } from '../../features/admin/companies/jobs.ts'
import { endPlatformAccess } from '../../features/admin/platforms/jobs.ts'
import { sendCompanyInvitation } from '../../features/company/invitations/jobs.ts'
import { sendInvitation } from '../../features/platforms/api/jobs.ts'
import { deliverLogoutNotification } from '../../features/platforms/single-sign-on/jobs.ts'
import { deliverMail, giveUpMail } from '../mails.ts'

/** Worker of each queue, with the number of jobs that it processes concurrently. */
export const jobWorkers: { readonly [Kind in JobKind]: Work<JobData<Kind>> } = {
  mail: { parallel: 4, work: (data) => deliverMail(data['mailId']) },
  'given-up-mail': { parallel: 2, work: (data) => giveUpMail(data['mailId']) },
  'logout-notification': {
    parallel: 4,
    work: (data) => deliverLogoutNotification(data['platformSessionId']),
  },
  'end-company-sessions': {
    parallel: 2,
    work: (data) => endCompanySessions(data['partnerId'], data['until']),
  },
  'end-platform-access': {
    parallel: 2,
    work: ({ subsystemId, partnerId }) => endPlatformAccess({ subsystemId, partnerId }),
  },
  'company-platform': { parallel: 2, work: (data) => changePlatformOfAll(data['changeId']) },
  bulk: { parallel: 2, work: (data) => continueBulkJob(data['jobId']) },
  'platform-invitation': {
    parallel: 4,
    work: (data) => sendInvitation(data['invitationId'], data['linkId']),
  },
  'company-invitation': {
    parallel: 4,
    work: (data) => sendCompanyInvitation(data['invitationId'], data['linkId']),
  },
}
