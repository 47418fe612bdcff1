import type { Server } from '#server/http.ts'
import { adminAccountRoutes } from '../../features/account/admin-account/routes.ts'
import { contactPointRoutes } from '../../features/account/contact-points/routes.ts'
import { lostDeviceRoutes } from '../../features/account/lost-device/routes.ts'
import { configurationRoutes } from '../../features/admin/apply/routes.ts'
import { adminUserRoutes } from '../../features/admin/admins/routes.ts'
import { approvalRoutes } from '../../features/admin/approvals/routes.ts'
import { storeUnmetCount } from '../../features/admin/overview/jobs.ts'
import { incidentRoutes } from '../../features/admin/incidents/routes.ts'
import { overviewRoutes } from '../../features/admin/overview/routes.ts'
import { preferenceRoutes } from '../../features/admin/preferences/routes.ts'
import { auditLogRoutes } from '../../features/admin/audit-log/routes.ts'
import { complianceRoutes } from '../../features/admin/compliance/routes.ts'
import { adminPasskeyRoutes, passkeyRoutes } from '../../features/account/passkeys/routes.ts'
import { passwordRoutes } from '../../features/account/password/routes.ts'
import { bulkRoutes } from '../../features/admin/bulk/routes.ts'
import { brandRoutes } from '../../features/admin/brand/routes.ts'
import { companyRoutes, delegationRoutes } from '../../features/admin/companies/routes.ts'
import { destinationRoutes } from '../../features/account/home/routes.ts'
import { companyActivityRoutes } from '../../features/company/activity/routes.ts'
import { companyInvitationRoutes } from '../../features/company/invitations/routes.ts'
import { membershipRoutes } from '../../features/company/membership/routes.ts'
import { companyNetworkRoutes } from '../../features/company/networks/routes.ts'
import { companyOverviewRoutes } from '../../features/company/overview/routes.ts'
import { companyWaitingRoutes } from '../../features/company/waiting/routes.ts'
import { accessRequestRoutes } from '../../features/company/requests/routes.ts'
import { companyReviewRoutes } from '../../features/company/review/routes.ts'
import { companyApprovalRoutes } from '../../features/company/approvals/routes.ts'
import { colleagueRoutes } from '../../features/company/users/routes.ts'
import { webhookRoutes } from '../../features/admin/webhooks/routes.ts'
import { invitationRoutes } from '../../features/admin/invitations/routes.ts'
import { adminSignInRoutes, signInRoutes } from '../../features/account/sign-in/routes.ts'
import { assuranceRoutes } from '../../features/platforms/assurance/routes.ts'
import { platformRoutes } from '../../features/admin/platforms/routes.ts'
import { apiRoutes } from '../../features/admin/apis/routes.ts'
import { serviceAccountRoutes } from '../../features/admin/service-accounts/routes.ts'
import { searchRoutes } from '../../features/admin/search/routes.ts'
import { partnerUserRoutes } from '../../features/admin/users/routes.ts'
import { profileRoutes } from '../../features/account/profile/routes.ts'
import { resetTwoFactorRoutes } from '../../features/account/recovery/routes.ts'
import { sandboxRoutes } from '../../features/platforms/sandbox/routes.ts'
import { sessionRoutes } from '../../features/account/sessions/routes.ts'
import { adminSetUpRoutes, signUpRoutes } from '../../features/account/sign-up/routes.ts'
import { openIdProvider } from '../../features/platforms/single-sign-on/test-login-routes.ts'
import { adminTwoFactorRoutes, twoFactorRoutes } from '../../features/account/two-factor/routes.ts'
import { configurationSections } from './apply.ts'
import { approvalExecutors } from './approvals.ts'

/**
 * Routes of each area. To delete a use case, delete its folder and its lines in `app/registry/`. Everything else that a
 * server offers, such as OpenID, is registered in `app/server.ts`.
 */
export const routes = {
  users: [
    destinationRoutes,
    signInRoutes,
    passwordRoutes,
    passkeyRoutes,
    contactPointRoutes,
    lostDeviceRoutes,
    profileRoutes,
    resetTwoFactorRoutes,
    sandboxRoutes,
    assuranceRoutes,
    sessionRoutes,
    signUpRoutes,
    twoFactorRoutes,
    accessRequestRoutes,
    colleagueRoutes,
    (server: Server) => companyApprovalRoutes(server, approvalExecutors),
    companyActivityRoutes,
    companyInvitationRoutes,
    companyNetworkRoutes,
    companyOverviewRoutes,
    companyWaitingRoutes,
    companyReviewRoutes,
    membershipRoutes,
  ],
  admin: [
    adminAccountRoutes,
    adminPasskeyRoutes,
    adminSignInRoutes,
    adminSetUpRoutes,
    adminTwoFactorRoutes,
    adminUserRoutes,
    (server: Server) => approvalRoutes(server, approvalExecutors),
    overviewRoutes,
    incidentRoutes,
    preferenceRoutes,
    auditLogRoutes,
    brandRoutes,
    bulkRoutes,
    companyRoutes,
    (server: Server) => configurationRoutes(server, configurationSections),
    delegationRoutes,
    (server: Server) => complianceRoutes(server, storeUnmetCount),
    invitationRoutes,
    partnerUserRoutes,
    searchRoutes,
    apiRoutes,
    serviceAccountRoutes,
    webhookRoutes,
    (server: Server) => platformRoutes(server, openIdProvider),
  ],
}
