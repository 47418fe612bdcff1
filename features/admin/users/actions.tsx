import type { ReactNode } from 'react'
import { useMessages } from '#web/locale.ts'
import { action } from '#web/ui/action.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ActivationEffect } from './activation.tsx'
import {
  activateUser,
  deactivateUser,
  disableTwoFactor,
  endSessions,
  resetPassword,
  resetTwoFactor,
  type Details,
  type PartnerUser,
} from './contract.ts'
import { IdentityFold } from './identity-check.tsx'
import { revokeLink } from './mails-contract.ts'
import { messages, userPageMessages } from './texts/messages.ts'

type AccountOptions = {
  /** Questions that verify the user's identity, if available. */
  check?: ReactNode
  onDone: () => void
  /** Called after an activation or deactivation, which can be undone. */
  onActivation: (user: PartnerUser) => void
}

/** Returns the actions on an account that a list and the page of the user offer. */
export function useAccountActions(user: PartnerUser, options: AccountOptions) {
  const { check, onDone, onActivation } = options
  const t = useMessages(messages)
  const { passwordHint } = useMessages(userPageMessages)
  const { id, active, email } = user
  const name = nameOf(user)
  return {
    password: action({
      endpoint: resetPassword,
      params: { id },
      text: t.resetPassword,
      hint: passwordHint,
      reason: 'required',
      t,
      title: t.askPassword({ name }),
      confirm: t.send,
      effect: t.passwordEffect,
      children: check,
      done: t.sent({ email }),
      onDone,
    }),
    sessions: action({
      endpoint: endSessions,
      params: { id },
      text: t.endSessions,
      danger: 'usual',
      reason: 'required',
      t,
      title: t.askEnd({ name }),
      effect: t.endEffect({ name }),
      done: ({ ended }) => t.ended({ count: ended }),
      onDone,
    }),
    activation: action({
      endpoint: active ? deactivateUser : activateUser,
      params: { id },
      text: active ? t.deactivate : t.activate,
      danger: active ? 'grave' : undefined,
      reason: 'optional',
      t,
      title: (active ? t.askDeactivate : t.askActivate)({ name }),
      effect: (active ? t.effectDeactivate : t.effectActivate)({ name }),
      children: <ActivationEffect {...{ id, active }} />,
      onDone: onActivation,
    }),
  }
}

/** Returns the actions on the second factors of a user. */
export function useFactorActions(user: Details, onDone: () => void) {
  const t = useMessages(messages)
  const pageTexts = useMessages(userPageMessages)
  const { id, email, secondFactor } = user
  const name = nameOf(user)
  return {
    twoFactor: action({
      endpoint: resetTwoFactor,
      params: { id },
      text: t.resetTwoFactor,
      hint: pageTexts.twoFactorHint,
      isOffered: secondFactor !== 'none',
      reason: 'required',
      t,
      title: t.askTwoFactor({ name }),
      confirm: t.send,
      effect: [t.twoFactorEffect({ name }), pageTexts.twoFactorUntil],
      children: (
        <>
          {user.passwordFromMail && <Notice kind="warning">{pageTexts.fromMail({ name })}</Notice>}
          <IdentityFold user={user} />
        </>
      ),
      done: t.sent({ email }),
      onDone,
    }),
    disable: action({
      endpoint: disableTwoFactor,
      params: { id },
      text: t.disableTwoFactor,
      hint: pageTexts.disableHint,
      isOffered: secondFactor === 'set',
      danger: 'grave',
      reason: 'required',
      t,
      title: t.askDisable({ name }),
      effect: t.disableEffect({ name }),
      children: <IdentityFold user={user} />,
      done: t.disabledNow({ name }),
      onDone,
    }),
  }
}

/** Returns the actions on a link that was emailed to the user. */
export function useLinkActions(user: Details, onDone: () => void) {
  const t = useMessages(messages)
  const pageTexts = useMessages(userPageMessages)
  return (tokenId: string) => ({
    revoke: action({
      endpoint: revokeLink,
      params: { id: user.id, tokenId },
      text: pageTexts.revokeLink,
      danger: 'usual',
      reason: 'optional',
      t,
      title: pageTexts.askRevokeLink({ name: nameOf(user) }),
      effect: pageTexts.revokeLinkEffect,
      done: pageTexts.linkRevoked,
      onDone,
    }),
  })
}
