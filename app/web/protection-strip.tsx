import { useMessages } from '#web/locale.ts'
import { useAccount } from '#web/me.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { protectionsOf, type Protection } from './account-steps.ts'
import { frameMessages, securityMessages as messages } from './texts/messages.ts'
import { Icon } from './icons.tsx'
import styles from './protection-strip.module.css'

export function SecurityHeader() {
  const t = useMessages(frameMessages)
  return <PageHeader title={t.security} intro={t.securityIntro} />
}

const nextTexts = {
  password: 'passwordNext',
  passkey: 'passkeyNext',
  authenticator: 'authenticatorNext',
  codes: 'codesNext',
} as const satisfies Record<Protection, string>

/** Anchors of the rows of the page below the strip. */
const rowAnchors = {
  password: '#change-password',
  passkey: '#passkeys',
  authenticator: '#authenticator',
  codes: '#recovery-codes',
} as const satisfies Record<Protection, string>

/** Number of protections that the account has, and a link to the next one that is missing. */
export function ProtectionStrip({ isCompromised = false }: { isCompromised?: boolean }) {
  const t = useMessages(messages)
  const steps = protectionsOf(useAccount(), isCompromised)
  const done = steps.filter(({ isDone }) => isDone).length
  const openSteps = steps.filter(({ isDone }) => !isDone)
  const [nextStep] = openSteps
  const names = openSteps.map(({ name }) => t[`missing_${name}`])
  return (
    <div className={styles.strip} data-done={nextStep === undefined}>
      <Icon name="shield" />
      <p>
        <strong>{t.done({ done, count: steps.length })}</strong>
        <span>{nextStep ? t.missing({ names }) : t.allDone}</span>
      </p>
      {nextStep && (
        <ButtonLink href={rowAnchors[nextStep.name]}>{t[nextTexts[nextStep.name]]}</ButtonLink>
      )}
    </div>
  )
}
