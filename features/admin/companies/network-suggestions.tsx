import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { isWithin, type NetworkRule } from '#contract/network-rules.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { listAddresses } from './contract.ts'
import { companyTabMessages } from './texts/messages.ts'
import styles from './network-suggestions.module.css'

type Props = {
  /** Company id. */
  company: string
  rules: readonly NetworkRule[]
  onChoose: (address: string) => void
}

/** Suggests addresses from which the company's users logged in, except those that a network already contains. */
export function Suggestions({ company, rules, onChoose }: Props) {
  const t = useMessages(companyTabMessages)
  const titleId = useId()
  const {
    data = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ['company-addresses', company],
    queryFn: ({ signal }) => call(listAddresses, { params: { id: company } }, { signal }),
  })
  const newAddresses = data.filter(
    ({ ipAddress }) => !rules.some(({ cidr }) => isWithin(ipAddress, cidr)),
  )
  if (error) {
    return <Failure text={t.suggestionsFailed} error={error} onRetry={() => void refetch()} />
  }
  if (newAddresses.length === 0) return null
  return (
    <div role="group" aria-labelledby={titleId} className={`stack-2 ${styles.suggestions}`}>
      <p id={titleId} className="soft">
        {t.suggestions}
      </p>
      <div className="wrap-2">
        {newAddresses.map(({ ipAddress, people }) => (
          <Button key={ipAddress} isInRow onClick={() => onChoose(ipAddress)}>
            <bdi>{t.suggestion({ count: people, address: ipAddress })}</bdi>
          </Button>
        ))}
      </div>
    </div>
  )
}
