import { useMutation } from '@tanstack/react-query'
import { isCidr } from '#contract/cidr.ts'
import type { Reply } from '#contract/endpoint.ts'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { tryAllowRules } from './contract.ts'
import { messages } from './messages.ts'
import type { Rule } from './rules.tsx'

/** Whom the ranges as they stand here would have refused; nothing is saved by it. */
export function DryRun({ id, rules }: { id: string; rules: readonly Rule[] }) {
  const t = useMessages(messages)
  const trial = useMutation({
    mutationFn: (tried: readonly Rule[]) =>
      call(tryAllowRules, { params: { id }, body: { ipAllowRules: [...tried] } }),
  })
  const canTry = rules.every(({ cidr }) => isCidr(cidr.trim())) && !trial.isPending
  const isOfThese = JSON.stringify(trial.variables) === JSON.stringify(rules)
  return (
    <>
      <div className="button-row">
        <button
          type="button"
          className="secondary-button"
          aria-disabled={!canTry || undefined}
          onClick={() => canTry && trial.mutate(rules)}
        >
          {t.tryRules}
        </button>
      </div>
      {trial.isError && <Failure text={t.tryFailed} error={trial.error} />}
      {trial.data && isOfThese && <Outcome {...trial.data} />}
    </>
  )
}

function Outcome({ people, refused, examples }: Reply<typeof tryAllowRules>) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  if (people === 0) return <Notice>{t.nobodyLoggedIn}</Notice>
  if (refused === 0) return <Notice kind="success">{t.nobodyRefused}</Notice>
  return (
    <Notice kind="warning" title={counted(t.refused, refused, locale)}>
      <ul>
        {examples.map(({ id, name, ipAddress, subsystem }) => (
          <li key={id}>
            <bdi>{fill(t.example, { name, ipAddress, platform: subsystem })}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
