import * as adminLinks from '#contract/admin-links.ts'
import { use } from 'react'
import { isPermitted, type Link } from '#contract/links.ts'
import { LinkTo, PermissionsContext } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { firstSteps, type FirstStep, type Overview } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

const pages = {
  platform: adminLinks.newPlatform,
  brand: adminLinks.brand,
  user: adminLinks.invite,
} satisfies Record<FirstStep, () => Link>

/**
 * Lists the first steps of a new installation that the admin may do. The brand step is optional, since variables can
 * set the brand.
 */
export function FirstSteps({ done }: { done: Overview['firstSteps'] }) {
  const t = useMessages(messages)
  const permissions = use(PermissionsContext)
  const steps = firstSteps.filter((step) => isPermitted(pages[step].permissions, permissions))
  const openSteps = steps.filter((step) => !done[step])
  if (openSteps.length === 0 || (done.platform && done.user)) return null
  return (
    <section className={`card ${styles.firstSteps}`} aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t.firstSteps}</h2>
        <p className="soft">{t.stepsLeft({ count: openSteps.length })}</p>
      </header>
      <ol className="bare">
        {steps.map((step) => (
          <li key={step} data-done={done[step]}>
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
