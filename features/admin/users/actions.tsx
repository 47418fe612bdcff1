import type { ReactNode } from 'react'
import { nameOf } from '#contract/full-name.ts'
import { joinTexts, useMessages } from '#web/locale.ts'
import { action } from '#web/ui/action.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ActivationEffect } from './activation.tsx'
import {
  activateUser,
  deactivateUser,
  disableTwoFactor,
  resetPassword,
  resetTwoFactor,
  type Details,
  type PartnerUser,
} from './contract.ts'
import { IdentityFold } from './identity-check.tsx'
import { revokeLink } from './mails-contract.ts'
import { endSessions } from './sessions-contract.ts'
import { messages, userPageMessages } from './texts/messages.ts'

/** The texts of a user's page. */
export const userTexts = joinTexts(messages, userPageMessages)

type AccountOptions = {
  /** Questions that verify the user's identity, if available. */
  check?: ReactNode
  /** Called after a reset of the password, and after the sessions were ended. */
  onDone: () => void
  /** Called with the changed user after an activation or deactivation. */
  onActivation: (user: PartnerUser) => void
}

/** Returns the actions that both the list of users and the page of a user offer. */
export function useAccountActions(
  user: PartnerUser,
  { check, onDone, onActivation }: AccountOptions,
) {
  const t = useMessages(userTexts)
  const { id, active, email } = user
  const name = nameOf(user)
  return {
    password: action({
      endpoint: resetPassword,
      params: { id },
      text: t.resetPassword,
      choice: t.lostPassword,
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
      reason: 'required',
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
  const t = useMessages(userTexts)
  const { id, email, secondFactor } = user
  const name = nameOf(user)
  return {
    twoFactor: action({
      endpoint: resetTwoFactor,
      params: { id },
      text: t.resetTwoFactor,
      choice: t.lostPhone,
      isOffered: secondFactor !== 'none',
      reason: 'required',
      t,
      title: t.askTwoFactor({ name }),
      confirm: t.send,
      effect: [t.twoFactorEffect({ name }), t.twoFactorUntil],
      children: (
        <>
          {user.passwordFromMail && <Notice kind="warning">{t.fromMail({ name })}</Notice>}
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
      choice: t.lostStolen,
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
  const t = useMessages(userTexts)
  return (tokenId: string) => ({
    revoke: action({
      endpoint: revokeLink,
      params: { id: user.id, tokenId },
      text: t.revokeLink,
      danger: 'usual',
      reason: 'required',
      t,
      title: t.askRevokeLink({ name: nameOf(user) }),
      effect: t.revokeLinkEffect,
      done: t.linkRevoked,
      onDone,
    }),
  })
}
