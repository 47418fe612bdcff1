import type { MailContent } from '#contract/mail.ts'
import type { MailKind } from '#contract/mail-kind.ts'
import type { Mail } from '#domain/mail/mail.ts'
import {
  composeContactPoint,
  composeContactPointAdded,
  composeContactPointRemoved,
} from '../../features/account/contact-points/email.ts'
import {
  composeRecoveryApproved,
  composeRecoveryAsked,
  composeRecoveryDone,
  composeRecoveryOpen,
  composeRecoveryStopped,
  composeUserLocked,
} from '../../features/account/lost-device/email.ts'
import {
  composePasskeyAdded,
  composePasskeyRemoved,
} from '../../features/account/passkeys/email.ts'
import { composePasswordChanged, composeReset } from '../../features/account/password/email.ts'
import { composePhoneChanged } from '../../features/account/profile/email.ts'
import { composeResetLink, composeTwoFactorChanged } from '../../features/account/recovery/email.ts'
import { composeNewSignIn } from '../../features/account/sessions/email.ts'
import {
  composeAccountLocked,
  composeAdminNewSignIn,
  composePasskeyDisabled,
} from '../../features/account/sign-in/email.ts'
import {
  composeAdminPasswordSet,
  composeAdminSetUp,
  composeWelcome,
} from '../../features/account/sign-up/email.ts'
import {
  composeCodesCreated,
  composeFewCodes,
  composeTwoFactorSet,
} from '../../features/account/two-factor/email.ts'
import {
  composeAdminActivated,
  composeAdminAdded,
  composeAdminDeactivated,
  composeAdminReset,
  composeAdminSuspended,
  composeChangedOnServer,
  composeDormantAdmin,
  composeDormantAdminDeactivated,
  composeRolesChanged,
} from '../../features/admin/admins/email.ts'
import { composeSignUpReminder } from '../../features/admin/bulk/email.ts'
import { composeEnding } from '../../features/admin/service-accounts/email.ts'
import { composeApplied } from '../../features/admin/apply/email.ts'
import { composeSwitchedOff } from '../../features/admin/webhooks/email.ts'
import {
  composeApprovalAsked,
  composeApprovalDecided,
  composeBreakGlassUsed,
} from '../../features/admin/approvals/email.ts'
import { composeCompanyWithoutOwner } from '../../features/admin/companies/email.ts'
import { composeCredentialsReplaced } from '../../features/admin/platforms/email.ts'
import { composeInvitation } from '../../features/admin/invitations/email.ts'
import {
  composeActivated,
  composeDeactivated,
  composeDormant,
  composeDormantDeactivated,
  composePlatformsChanged,
  composePasskeyDisabledByAdmin,
  composeTwoFactorDisabled,
} from '../../features/admin/users/email.ts'
import { composeCompanyInvitation } from '../../features/company/invitations/email.ts'
import {
  composeAccessGiven,
  composeAccessRefused,
  composeAccessRequested,
} from '../../features/company/requests/email.ts'
import { composeReviewClosed, composeReviewDue } from '../../features/company/review/email.ts'
import {
  composeAccessExpiring,
  composeRoleGiven,
  composeRoleTaken,
} from '../../features/company/users/email.ts'
import { composePlatformInvitation } from '../../features/platforms/api/email.ts'
import { configurationSections } from './apply.ts'

/** Functions that compose each kind of mail; undefined from one of them means that the mail is obsolete. */
export const composers: Readonly<
  Record<MailKind, (mail: Mail) => Promise<MailContent | undefined>>
> = {
  invitation: composeInvitation,
  'sign-up-reminder': composeSignUpReminder,
  welcome: composeWelcome,
  'reset-password': composeReset,
  'password-changed': composePasswordChanged,
  'new-sign-in': composeNewSignIn,
  'account-locked': composeAccountLocked,
  'reset-mfa': composeResetLink,
  'two-factor-changed': composeTwoFactorChanged,
  'two-factor-disabled': composeTwoFactorDisabled,
  'two-factor-set': composeTwoFactorSet,
  'passkey-added': composePasskeyAdded,
  'passkey-removed': composePasskeyRemoved,
  'passkey-disabled': composePasskeyDisabled,
  'passkey-disabled-by-admin': composePasskeyDisabledByAdmin,
  'recovery-codes-created': composeCodesCreated,
  'phone-changed': composePhoneChanged,
  'admin-roles-changed': composeRolesChanged,
  'admin-added': composeAdminAdded,
  'admin-reset': composeAdminReset,
  'admin-activated': composeAdminActivated,
  'admin-deactivated': composeAdminDeactivated,
  'admin-suspended': composeAdminSuspended,
  'admin-changed-on-server': composeChangedOnServer,
  'codes-running-low': composeFewCodes,
  activated: composeActivated,
  deactivated: composeDeactivated,
  dormant: composeDormant,
  'dormant-deactivated': composeDormantDeactivated,
  'platforms-changed': composePlatformsChanged,
  'platform-invitation': composePlatformInvitation,
  'admin-set-up': composeAdminSetUp,
  'admin-password-set': composeAdminPasswordSet,
  'admin-new-sign-in': composeAdminNewSignIn,
  'admin-dormant': composeDormantAdmin,
  'admin-dormant-deactivated': composeDormantAdminDeactivated,
  'company-role-given': composeRoleGiven,
  'company-role-taken': composeRoleTaken,
  'company-invitation': composeCompanyInvitation,
  'company-without-owner': composeCompanyWithoutOwner,
  'access-requested': composeAccessRequested,
  'access-given': composeAccessGiven,
  'access-refused': composeAccessRefused,
  'access-expiring': composeAccessExpiring,
  'review-due': composeReviewDue,
  'review-closed': composeReviewClosed,
  'approval-asked': composeApprovalAsked,
  'approval-decided': composeApprovalDecided,
  'break-glass-used': composeBreakGlassUsed,
  'webhook-switched-off': composeSwitchedOff,
  'service-account-ending': composeEnding,
  'configuration-applied': (mail) => composeApplied(mail, configurationSections),
  'credentials-replaced': composeCredentialsReplaced,
  'recovery-asked': composeRecoveryAsked,
  'recovery-approved': composeRecoveryApproved,
  'recovery-open': composeRecoveryOpen,
  'recovery-stopped': composeRecoveryStopped,
  'recovery-done': composeRecoveryDone,
  'user-locked': composeUserLocked,
  'contact-point': composeContactPoint,
  'contact-point-added': composeContactPointAdded,
  'contact-point-removed': composeContactPointRemoved,
}
