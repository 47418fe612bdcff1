import * as links from '#contract/links.ts'
import { call } from '#web/api.ts'
import { getCompanyWaiting } from '../../../features/company/waiting/contract.ts'

/** Returns the counts of what waits for an administrator of a company, by the paths of the pages. */
export async function findWaiting(signal: AbortSignal): Promise<Readonly<Record<string, number>>> {
  const { requests, review, invitations } = await call(getCompanyWaiting, {}, { signal })
  return {
    [links.companyRequests.path]: requests,
    [links.companyReview.path]: review,
    [links.companyInvitations.path]: invitations,
  }
}
