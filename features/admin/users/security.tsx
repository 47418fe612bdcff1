import type { ReactNode } from 'react'
import { formatNearInSentence } from '#contract/sentence-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { nameOf } from '#contract/full-name.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { action, useActions } from '#web/ui/action.tsx'
import { Button } from '#web/ui/button.tsx'
import { Recent } from '#web/ui/facts.tsx'
import { rich } from '#web/ui/rich.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useLinkActions, userTexts } from './actions.tsx'
import { disablePasskey, type Details } from './contract.ts'
import styles from './rows.module.css'

type Passkey = Details['workingPasskeys'][number]
type Props = { user: Details; onChanged: () => void }

/** Shows second factors, recovery codes, failed logins, and unused links that replace a password or second factors. */
export function Security({ user, onChanged }: Props) {
  const t = useMessages(userTexts)
  const { ask, dialog } = useActions(usePasskeyActions({ user, onChanged }))
  return (
    <Panel title={t.security}>
      <PendingLinks user={user} onChanged={onChanged} />
      <ul className={`rows ${styles.rows}`}>
        <Authenticator user={user} />
        <Passkeys user={user} onDisable={(passkey) => ask(passkey, 'disable')} />
        <RecoveryCodes user={user} />
        <Failures user={user} />
      </ul>
      {dialog}
    </Panel>
  )
}

function usePasskeyActions({ user, onChanged }: Props) {
  const t = useMessages(userTexts)
  const isLastFactor =
    user.workingPasskeys.length === 1 && !user.secondFactors.includes('authenticator')
  return (passkey: Passkey) => {
    const names = { name: nameOf(user), passkey: passkey.name }
    return {
      disable: action({
        endpoint: disablePasskey,
        params: { id: user.id, passkeyId: passkey.id },
        text: t.disableOneAction,
        danger: 'usual',
        reason: 'required',
        t,
        title: t.askDisableOne(names),
        effect: [t.disableOneEffect(names), ...(isLastFactor ? [t.disableLast(names)] : [])],
        done: t.disabledOne(names),
        onDone: onChanged,
      }),
    }
  }
}

type RowProps = { name: ReactNode; note?: ReactNode; children: ReactNode }

function Row({ name, note, children }: RowProps) {
  return (
    <li>
      <span>
        {name}
        {note !== undefined && <small>{note}</small>}
      </span>
      {children}
    </li>
  )
}

type UserProps = Pick<Props, 'user'>

const tagKinds = { set: 'good', disabled: 'bad', none: undefined } as const

function Authenticator({ user }: UserProps) {
  const t = useMessages(userTexts)
  const state = authenticatorStateOf(user)
  return (
    <Row name={t.authenticator}>
      <span className="tag" data-kind={tagKinds[state]}>
        {t[`factor_${state}`]}
      </span>
    </Row>
  )
}

function authenticatorStateOf({ secondFactors, hasAuthenticator }: Details) {
  if (secondFactors.includes('authenticator')) return 'set'
  return hasAuthenticator ? 'disabled' : 'none'
}

type PasskeysProps = UserProps & { onDisable: (passkey: Passkey) => void }

function Passkeys({ user: { workingPasskeys }, onDisable }: PasskeysProps) {
  const t = useMessages(userTexts)
  if (workingPasskeys.length === 0) {
    return (
      <Row name={t.passkeys}>
        <span className="tag">{t.noPasskeys}</span>
      </Row>
    )
  }
  return workingPasskeys.map((passkey) => (
    <Row
      key={passkey.id}
      name={
        <>
          {t.passkey} <bdi>{passkey.name}</bdi>
        </>
      }
      note={
        passkey.lastUsedAt === null
          ? t.passkeyUnused
          : rich(t.passkeyUsed, { time: <Recent time={passkey.lastUsedAt} missing="" /> })
      }
    >
      <Button
        isInRow
        aria-label={t.disableOneOf({ passkey: passkey.name })}
        onClick={() => onDisable(passkey)}
      >
        {t.disableOne}
      </Button>
    </Row>
  ))
}

/** Shows the number of recovery codes. Hidden before the first second factor, because codes come with it. */
function RecoveryCodes({ user: { recoveryCodes, secondFactor } }: UserProps) {
  const t = useMessages(userTexts)
  if (recoveryCodes === 0 && secondFactor === 'none') return null
  return (
    <Row name={t.recoveryCodes}>
      <span className="tag" data-kind={recoveryCodes === 0 ? 'low' : undefined}>
        {recoveryCodes === 0 ? t.noCodes : t.codesLeft({ count: recoveryCodes })}
      </span>
    </Row>
  )
}

function Failures({ user: { failuresInARow, newBrowsersRefused } }: UserProps) {
  const t = useMessages(userTexts)
  const count = String(failuresInARow)
  if (failuresInARow === 0 && !newBrowsersRefused) return null
  return (
    <Row name={t.failures}>
      <span className={styles.failures}>
        {newBrowsersRefused ? t.failuresRestricted({ count }) : count}
      </span>
    </Row>
  )
}

/**
 * Shows the unused links that replace a password or second factors, each with a button to revoke it: anyone who reads
 * the mail and has the other credentials could use the link.
 */
function PendingLinks({ user, onChanged }: Props) {
  const t = useMessages(userTexts)
  const { locale } = useLocale()
  const { ask, dialog } = useActions(useLinkActions(user, onChanged))
  const pending = user.openLinks.flatMap(({ id, kind, expiresAt }) => {
    const time = formatNearInSentence(expiresAt, locale, defaultTimeZone())
    if (kind === 'reset-password') return [{ id, text: t.pending_reset_password({ time }) }]
    if (kind === 'reset-mfa') return [{ id, text: t.pending_reset_mfa({ time }) }]
    if (kind === 'recover') return [{ id, text: t.pending_recover({ time }) }]
    return []
  })
  if (pending.length === 0) return null
  return (
    <ul className={`stack-2 ${styles.pending}`}>
      {pending.map(({ id, text }) => (
        <li key={id} className="row-2 between">
          <span>{text}</span>
          <Button
            isInRow
            aria-label={t.revokeLinkOf({ link: text })}
            onClick={() => ask(id, 'revoke')}
          >
            {t.revokeLink}
          </Button>
        </li>
      ))}
      {dialog}
    </ul>
  )
}
