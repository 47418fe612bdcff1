import type { Role } from '#contract/permission.ts'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { settings } from '#web/settings.ts'
import { action } from '#web/ui/action.tsx'
import { nameOf } from '#web/ui/facts.tsx'
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
import { useMayManage } from './may-manage.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { accountMessages, messages } from './texts/messages.ts'

type Options = {
  onDone: (admin: AdminUser) => void
  /** Called if another admin saved the roles first. */
  onConflict: () => void
}

/** Returns the actions on another admin that the list and the page of the admin offer. */
export function useAdminActions({ onDone, onConflict }: Options) {
  const [roleTexts, t, words] = [useMessages(messages), useMessages(accountMessages), useWords()]
  const { id: ownId } = useAdminMe()
  const mayManage = useMayManage()
  const isCompany = settings().adminSignIn === 'oidc'
  const resetEffect = isCompany ? t.effectResetCompany : t.effectReset
  const resetDone = isCompany ? t.doneResetCompany : t.doneReset
  return (admin: AdminUser, wanted?: readonly Role[]) => {
    const { id, email, active, joined, suspendedUntil } = admin
    const name = nameOf(admin)
    const isManageable = mayManage(admin)
    const common = { params: { adminUserId: id }, t: words, onDone }
    return {
      roles: {
        endpoint: setRoles,
        text: roleTexts.change,
        hint: t.rolesHint,
        isOffered: id !== ownId,
        dialog: (onClose: () => void) => (
          <RolesDialog {...{ admin, wanted, onClose, onConflict }} onSaved={onDone} />
        ),
      },
      reset: action({
        ...common,
        endpoint: resetAdmin,
        text: joined ? t.reset : t.resend,
        hint: joined ? t.resetHint : t.resendHint,
        isOffered: isManageable && active,
        danger: joined ? 'usual' : undefined,
        reason: 'required',
        title: (joined ? t.askReset : t.askResend)({ name }),
        effect: (joined ? resetEffect : t.effectResend)({ name }),
        done: resetDone({ name, email }),
      }),
      suspension: action({
        ...common,
        endpoint: suspendAdmin,
        text: t.suspend,
        hint: t.suspendHint,
        isOffered: isManageable && active && joined && suspendedUntil === null,
        danger: 'grave',
        reason: 'required',
        t: { ...words, changedMeanwhile: t.suspendedLately },
        title: t.askSuspend({ name }),
        effect: t.effectSuspend({ name }),
        done: t.doneSuspend({ name }),
      }),
      activation: action({
        ...common,
        endpoint: active ? deactivateAdmin : activateAdmin,
        text: active ? t.deactivate : t.activate,
        hint: active ? t.deactivateHint : t.activateHint,
        isOffered: isManageable,
        danger: active ? 'grave' : undefined,
        reason: 'optional',
        title: (active ? t.askDeactivate : t.askActivate)({ name }),
        effect: (active ? t.effectDeactivate : t.effectActivate)({ name }),
        done: (active ? t.doneDeactivate : t.doneActivate)({ name }),
      }),
    }
  }
}

/** Returns the actions on another admin that only the page of the admin offers. */
export function useLoginActions(admin: AdminDetails, onDone: () => void) {
  const [t, words] = [useMessages(accountMessages), useWords()]
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
  const { reason, reasonHint, ownAccount, beyondAccount } = useMessages(accountMessages)
  const { lastSuperAdmin } = useMessages(messages)
  return { reason, reasonHint, ownAccount, beyondOwn: beyondAccount, lastSuperAdmin }
}
