import type { ApprovalExecutors } from '#domain/approvals/carry-out.ts'
import { replaceFactorsApproval } from '../../features/account/recovery/approvals.ts'
import {
  adminActivateApproval,
  adminAddApproval,
  adminDeactivateApproval,
  adminResetApproval,
  adminRolesApproval,
} from '../../features/admin/admins/approvals.ts'
import { usersDeactivateApproval } from '../../features/admin/bulk/approvals.ts'
import { companyDeactivationApproval } from '../../features/admin/companies/approvals.ts'
import { configurationApproval } from '../../features/admin/apply/approvals.ts'
import { apiAddApproval, apiSecretApproval } from '../../features/admin/apis/approvals.ts'
import {
  platformAddApproval,
  platformAddressesApproval,
} from '../../features/admin/platforms/approvals.ts'
import { serviceAccountApproval } from '../../features/admin/service-accounts/approvals.ts'
import { userUnlockApproval } from '../../features/admin/users/approvals.ts'
import { configurationSections } from './apply.ts'

/** Executors of approved requests, from the use cases that request them. */
export const approvalExecutors: ApprovalExecutors = {
  'replace-factors': replaceFactorsApproval,
  'user-unlock': userUnlockApproval,
  'users-deactivate': usersDeactivateApproval,
  'company-deactivate': companyDeactivationApproval,
  'platform-addresses': platformAddressesApproval,
  'platform-add': platformAddApproval,
  'api-add': apiAddApproval,
  'api-secret': apiSecretApproval,
  'service-account-add': serviceAccountApproval,
  'admin-roles': adminRolesApproval,
  'admin-add': adminAddApproval,
  'admin-reset': adminResetApproval,
  'admin-deactivate': adminDeactivateApproval,
  'admin-activate': adminActivateApproval,
  'configuration-apply': configurationApproval(configurationSections),
}
