import { adminDoor } from './admin-door.ts'
import { afterRestore } from './after-restore.ts'
import { apis } from './apis.ts'
import { deployment } from './deployment.ts'
import { followers } from './followers.ts'
import { admin } from './admin.ts'
import { admins } from './admins.ts'
import { applied } from './apply.ts'
import { appliedOverHttp } from './apply-over-http.ts'
import { approvals } from './approvals.ts'
import { assuranceOfLogins } from './assurance.ts'
import { bulk } from './bulk.ts'
import { brand } from './brand.ts'
import { clocks } from './clocks.ts'
import { company } from './company.ts'
import { compliance } from './compliance.ts'
import { configuration } from './configuration.ts'
import { credentials } from './credentials.ts'
import { forwardAuth } from './forward-auth.ts'
import { guessing } from './guessing.ts'
import { images } from './images.ts'
import { inviting } from './inviting.ts'
import { leftovers } from './leftovers.ts'
import { links } from './links.ts'
import { load } from './load.ts'
import { mailsAndExports } from './mails-and-exports.ts'
import { malformed } from './malformed.ts'
import type { Mutant } from './mutant.ts'
import { outbound } from './outbound.ts'
import { pageData } from './page-data.ts'
import { passkeyChanges } from './passkey-changes.ts'
import { passkeys } from './passkeys.ts'
import { pendingAuthenticator } from './pending-authenticator.ts'
import { migrations } from './migrations.ts'
import { onePerson } from './one-person.ts'
import { platformApprovals } from './platform-approvals.ts'
import { platforms } from './platforms.ts'
import { production } from './production.ts'
import { refusedAccess } from './refused-access.ts'
import { reviewsAndRoles } from './reviews-and-roles.ts'
import { retiringOfMonths } from './retiring.ts'
import { sealingOfTheLog } from './sealing.ts'
import { secondFactors } from './second-factors.ts'
import { responseHeaders } from './response-headers.ts'
import { sessionCookies } from './session-cookies.ts'
import { sessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signOnTokens } from './sign-on-tokens.ts'
import { singleSignOn } from './single-sign-on.ts'
import { stepUpByTwo } from './step-up-by-two.ts'
import { stepUp } from './step-up.ts'
import { strangers } from './strangers.ts'
import { testLogins } from './test-logins.ts'
import { uniformLogin } from './uniform-login.ts'
import { userPage } from './user-page.ts'
import { users } from './users.ts'
import { web } from './web.ts'
import { serviceAccounts } from './service-accounts.ts'
import { webhooks } from './webhooks.ts'

/** All mutants in the order of the table in docs/security.md. */
export const mutants: Mutant[] = [
  ...responseHeaders,
  ...web,
  ...load,
  ...malformed,
  ...credentials,
  ...signIn,
  ...links,
  ...sessions,
  ...afterRestore,
  ...sessionCookies,
  ...signOnTokens,
  ...singleSignOn,
  ...apis,
  ...followers,
  ...migrations,
  ...assuranceOfLogins,
  ...forwardAuth,
  ...platforms,
  ...testLogins,
  ...admin,
  ...sealingOfTheLog,
  ...retiringOfMonths,
  ...admins,
  ...bulk,
  ...approvals,
  ...onePerson,
  ...platformApprovals,
  ...reviewsAndRoles,
  ...stepUp,
  ...stepUpByTwo,
  ...configuration,
  ...production,
  ...deployment,
  ...guessing,
  ...pendingAuthenticator,
  ...passkeyChanges,
  ...userPage,
  ...passkeys,
  ...strangers,
  ...users,
  ...adminDoor,
  ...outbound,
  ...mailsAndExports,
  ...secondFactors,
  ...refusedAccess,
  ...leftovers,
  ...uniformLogin,
  ...compliance,
  ...pageData,
  ...images,
  ...brand,
  ...inviting,
  ...company,
  ...serviceAccounts,
  ...webhooks,
  ...clocks,
  ...applied,
  ...appliedOverHttp,
]
