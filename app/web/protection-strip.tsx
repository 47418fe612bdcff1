import { useMessages } from '#web/locale.ts'
import { useAccount } from '#web/me.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { lacksPasskeyOnly, protectionsOf, type Protection } from './account-steps.ts'
import { frameMessages, securityMessages as messages } from './texts/messages.ts'
import { Icon } from './icons.tsx'
import styles from './protection-strip.module.css'

export function SecurityHeader() {
  const t = useMessages(frameMessages)
  return <PageHeader title={t.security} intro={t.securityIntro} />
}

/** Texts that lead to each protection. */
export const nextTexts = {
  password: 'passwordNext',
  passkey: 'passkeyNext',
  authenticator: 'authenticatorNext',
  codes: 'codesNext',
} as const satisfies Record<Protection, string>

/** Ids of the rows of the security page. */
export const rowIds = {
  password: 'change-password',
  passkey: 'passkeys',
  authenticator: 'authenticator',
  codes: 'recovery-codes',
} as const satisfies Record<Protection, string>

/** Says how well the account is protected, with a link to the next protection. A passkey is only recommended. */
export function ProtectionStrip({ isCompromised = false }: { isCompromised?: boolean }) {
  const t = useMessages(messages)
  const steps = protectionsOf(useAccount(), isCompromised)
  const done = steps.filter(({ isDone }) => isDone).length
  const openSteps = steps.filter(({ isDone }) => !isDone)
  const [nextStep] = openSteps
  const names = openSteps.map(({ name }) => t[`missing_${name}`])
  const counts = { done, count: steps.length }
  const isProtected = nextStep === undefined || lacksPasskeyOnly(openSteps)
  return (
    <div className={styles.strip} data-done={isProtected}>
      <Icon name="shield" />
      <p>
        <strong>{isProtected ? t.allDone : t.done(counts)}</strong>
        {nextStep && <span>{isProtected ? t.addPasskey(counts) : t.missing({ names })}</span>}
      </p>
      {nextStep && (
        <ButtonLink href={`#${rowIds[nextStep.name]}`}>{t[nextTexts[nextStep.name]]}</ButtonLink>
      )}
    </div>
  )
}
