import { permissionsOf, type Role } from '#contract/permission.ts'
import { nameOf } from '#contract/full-name.ts'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { settings } from '#web/settings.ts'
import { action } from '#web/ui/action.tsx'
import { useAdminSessions } from './admin-sessions.tsx'
import {
  activateAdmin,
  deactivateAdmin,
  endAdminSessions,
  resetAdmin,
  revokeAdminInvitation,
  setRoles,
  suspendAdmin,
  type AdminDetails,
  type AdminUser,
} from './contract.ts'
import { RolesDialog } from './roles-dialog.tsx'
import { invitationMessages } from '#web/parts/texts/messages.ts'
import { accountMessages, messages } from './texts/messages.ts'

type Options = {
  onDone: (admin: AdminUser) => void
  /** Called if another admin saved the roles first. */
  onConflict: () => void
}

/**
 * Returns a function that returns the actions on another admin, for the list and for the admin's page. `initialRoles`
 * is the initial choice in the dialog of roles.
 */
export function useAdminActions({ onDone, onConflict }: Options) {
  const { change } = useMessages(messages)
  const { rolesHint } = useMessages(accountMessages)
  const { id: ownId } = useAdminMe()
  const [resetOf, lockOutsOf] = [useReset(onDone), useLockOuts(onDone)]
  return (admin: AdminUser, initialRoles?: readonly Role[]) => ({
    roles: {
      endpoint: setRoles,
      text: change,
      hint: rolesHint,
      isOffered: admin.id !== ownId,
      dialog: (onClose: () => void) => (
        <RolesDialog {...{ admin, initialRoles, onClose, onConflict }} onSaved={onDone} />
      ),
    },
    reset: resetOf(admin),
    ...lockOutsOf(admin),
  })
}

/** Returns a function that is true for other admins with no more permissions than the current admin. */
function useMayManage(): (admin: AdminUser) => boolean {
  const { id, permissions } = useAdminMe()
  return (admin) =>
    admin.id !== id && permissionsOf(admin.roles).every((each) => permissions.includes(each))
}

type OnDone = Options['onDone']

/** Returns the action that resets an admin's account, or resends the invitation of an admin who has not joined. */
function useReset(onDone: OnDone) {
  const [t, words] = [useMessages(accountMessages), useWords()]
  const mayManage = useMayManage()
  const usesIdentityProvider = settings().adminSignIn === 'oidc'
  const effect = usesIdentityProvider ? t.effectResetCompany : t.effectReset
  return (admin: AdminUser) => {
    const { id, email, active, joined } = admin
    const name = nameOf(admin)
    return action({
      endpoint: resetAdmin,
      params: { adminUserId: id },
      text: joined ? t.reset : t.resend,
      hint: joined ? t.resetHint : t.resendHint,
      isOffered: mayManage(admin) && active,
      danger: joined ? 'usual' : undefined,
      reason: 'required',
      t: words,
      title: (joined ? t.askReset : t.askResend)({ name }),
      effect: (joined ? effect : t.effectResend)({ name }),
      done: (usesIdentityProvider ? t.doneResetCompany : t.doneReset)({ name, email }),
      onDone,
    })
  }
}

/** Returns suspension, which lasts for a day, and activation or deactivation. */
function useLockOuts(onDone: OnDone) {
  const [t, words] = [useMessages(accountMessages), useWords()]
  const mayManage = useMayManage()
  return (admin: AdminUser) => {
    const { id, email, active, joined, suspendedUntil } = admin
    const name = nameOf(admin)
    const isManageable = mayManage(admin)
    const getsLink = !joined && settings().adminSignIn === 'local'
    const effectActivate = getsLink ? t.effectResend : t.effectActivate
    const doneActivate = getsLink ? t.doneReset : t.doneActivate
    return {
      suspension: action({
        endpoint: suspendAdmin,
        params: { adminUserId: id },
        text: t.suspend,
        hint: t.suspendHint,
        isOffered: isManageable && active && joined && suspendedUntil === null,
        danger: 'grave',
        reason: 'required',
        t: { ...words, changedMeanwhile: t.suspendedLately },
        title: t.askSuspend({ name }),
        effect: t.effectSuspend({ name }),
        done: t.doneSuspend({ name }),
        onDone,
      }),
      activation: action({
        endpoint: active ? deactivateAdmin : activateAdmin,
        params: { adminUserId: id },
        text: active ? t.deactivate : t.activate,
        hint: active ? t.deactivateHint : t.activateHint,
        isOffered: isManageable,
        danger: active ? 'grave' : undefined,
        reason: 'required',
        t: words,
        title: (active ? t.askDeactivate : t.askActivate)({ name }),
        effect: (active ? t.effectDeactivate : effectActivate)({ name }),
        done: active ? t.doneDeactivate({ name }) : doneActivate({ name, email }),
        onDone,
      }),
    }
  }
}

/** Returns the actions on another admin that only the page of the admin offers. */
export function useLoginActions(admin: AdminDetails, onDone: () => void) {
  const [t, words] = [useMessages(accountMessages), useWords()]
  const { keep } = useMessages(invitationMessages)
  const isManageable = useMayManage()(admin) && admin.active
  const { data: sessions = [] } = useAdminSessions(admin.id)
  const name = nameOf(admin)
  const common = {
    params: { adminUserId: admin.id },
    t: words,
    reason: 'required',
    onDone,
  } as const
  return {
    sessions: action({
      ...common,
      endpoint: endAdminSessions,
      text: t.endSessions,
      hint: t.sessionsHint,
      isOffered: isManageable && sessions.length > 0,
      danger: 'usual',
      title: t.askEnd({ name }),
      effect: t.endEffect({ name }),
      done: ({ ended }) => t.ended({ count: ended }),
    }),
    revocation: action({
      ...common,
      endpoint: revokeAdminInvitation,
      text: t.revoke,
      cancel: keep({ count: 1 }),
      isOffered: isManageable && admin.invitation?.state === 'open',
      danger: 'grave',
      title: t.askRevoke({ name }),
      effect: t.effectRevoke({ name }),
      done: t.doneRevoke,
    }),
  }
}

/** Returns the labels of the reason field and the texts of the expected errors. */
function useWords() {
  const ofAccount = useMessages(accountMessages)
  const { reason, reasonHint, beyondAccount: beyondOwn, ...others } = ofAccount
  const { ownAccount, onePerDay, twoApprovers, threeTimesPerDay } = others
  const { lastSuperAdmin } = useMessages(messages)
  const ofDay = { onePerDay, threeTimesPerDay }
  const rules = { ownAccount, beyondOwn, lastSuperAdmin, twoApprovers, ...ofDay }
  return { reason, reasonHint, ...rules }
}
