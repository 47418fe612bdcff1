import * as adminLinks from '#contract/admin-links.ts'
import { use, useSyncExternalStore } from 'react'
import { isPermitted, type Link } from '#contract/links.ts'
import { createListeners } from '#web/listeners.ts'
import { LinkTo, PermissionsContext } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { firstSteps, type FirstStep, type Overview } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

const pages = {
  platform: adminLinks.newPlatform,
  test: adminLinks.platforms,
  company: adminLinks.newCompany,
  user: adminLinks.invite,
  admin: adminLinks.admins,
  codes: adminLinks.adminAccount,
  brand: adminLinks.brand,
  mail: adminLinks.brand,
  login: adminLinks.platforms,
} satisfies Record<FirstStep, () => Link>

/** The page of the own account is open to all admins, but the list is for those who set up the installation. */
const setUpSteps: readonly FirstStep[] = ['platform', 'company', 'user', 'admin', 'brand']

const hidingKey = 'firstSteps'
const hidden = 'hidden'

const hiding = createListeners('storage')

/** Returns true if the list is hidden in this browser. The server renders it in any case. */
function useFirstStepsHidden(): boolean {
  return useSyncExternalStore(hiding.listen, readHidden, () => false)
}

function readHidden(): boolean {
  try {
    return localStorage.getItem(hidingKey) === hidden
  } catch {
    return false
  }
}

function hideFirstSteps(): void {
  try {
    localStorage.setItem(hidingKey, hidden)
  } catch {
    // Storage is blocked, so the list stays.
  }
  hiding.notify()
}

/**
 * Returns the first steps that the admin may do; empty once a user has logged in to a platform, or if the admin has
 * hidden the list.
 */
export function useFirstSteps(done: Overview['firstSteps']): FirstStep[] {
  const permissions = use(PermissionsContext)
  const isHidden = useFirstStepsHidden()
  const isPossible = (step: FirstStep) => isPermitted(pages[step].permissions, permissions)
  // A server of 0.3.0 does not report logins.
  if (isHidden || done.login !== false || !setUpSteps.some(isPossible)) return []
  return firstSteps.filter(isPossible)
}

/** Lists the first steps of a new installation, the next one first among the open ones, until the first real login. */
export function FirstSteps({
  steps,
  done,
}: {
  steps: readonly FirstStep[]
  done: Overview['firstSteps']
}) {
  const t = useMessages(messages)
  const next = steps.find((step) => !done[step])
  if (next === undefined) return null
  return (
    <section className={`card ${styles.firstSteps}`} aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t.firstSteps}</h2>
        <p className="soft">{t.stepsLeft({ count: steps.filter((step) => !done[step]).length })}</p>
        <Button variant="quiet" onClick={hideFirstSteps}>
          {t.hideSteps}
        </Button>
      </header>
      <ol className="bare">
        {steps.map((step) => (
          <li key={step} data-done={done[step]} aria-current={step === next ? 'step' : undefined}>
            <LineIcon
              path={done[step] ? 'M3.5 8.5l3 3 6-7' : 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3'}
              box={16}
            />
            <span>
              {done[step] ? (
                t[`step_${step}`]
              ) : (
                <LinkTo to={pages[step]()}>{t[`step_${step}`]}</LinkTo>
              )}
              <span className="second-line">
                {done[step] ? t.stepDone : t[`step_${step}_hint`]}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
