import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#contract/day.ts'
import * as links from '#contract/links.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { dayOf } from '#web/ui/days.ts'
import { getCompanyOverview } from './contract.ts'
import { toDoMessages } from './texts/messages.ts'
import styles from './to-do.module.css'

/** A line of the home page with what waits for a company's administrator; nothing if there is nothing to do. */
export function CompanyToDo() {
  const t = useMessages(toDoMessages)
  const { locale } = useLocale()
  const { data } = useQuery({
    queryKey: ['company-overview'],
    queryFn: ({ signal }) => call(getCompanyOverview, {}, { signal }),
    retry: false,
  })
  if (!data) return null
  const { name, waiting, reviewDue } = data
  const { requests, approvals } = waiting
  if (requests + approvals === 0 && reviewDue === null) return null
  return (
    <section className={styles.line} aria-labelledby="company-to-do">
      <h2 id="company-to-do">{t.title({ company: name })}</h2>
      <ul className={`bare ${styles.list}`}>
        {requests > 0 && (
          <li>
            <LinkTo to={links.companyRequests()}>{t.requests({ count: requests })}</LinkTo>
          </li>
        )}
        {approvals > 0 && (
          <li>
            <LinkTo to={links.companyRequests()}>{t.approvals({ count: approvals })}</LinkTo>
          </li>
        )}
        {reviewDue !== null && (
          <li>
            <LinkTo to={links.companyReview()}>
              {t.review({ day: formatDay(dayOf(new Date(reviewDue)), locale) })}
            </LinkTo>
          </li>
        )}
      </ul>
    </section>
  )
}
