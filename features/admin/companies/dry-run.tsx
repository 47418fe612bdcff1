import { useMutation } from '@tanstack/react-query'
import { isCidr } from '#contract/cidr.ts'
import type { Reply } from '#contract/endpoint.ts'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useLocale, useWords } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { tryAllowRules } from './contract.ts'
import { words } from './messages.ts'
import type { Rule } from './rules.tsx'

/** Whom the ranges as they stand here would have refused; nothing is saved by it. */
export function DryRun({ id, rules }: { id: string; rules: readonly Rule[] }) {
  const say = useWords(words)
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
          {say.tryRules}
        </button>
      </div>
      {trial.isError && <Failure text={say.tryFailed} error={trial.error} />}
      {trial.data && isOfThese && <Outcome {...trial.data} />}
    </>
  )
}

function Outcome({ people, refused, examples }: Reply<typeof tryAllowRules>) {
  const say = useWords(words)
  const { locale } = useLocale()
  if (people === 0) return <Notice>{say.nobodyLoggedIn}</Notice>
  if (refused === 0) return <Notice kind="success">{say.nobodyRefused}</Notice>
  return (
    <Notice kind="warning" title={counted(say.refused, refused, locale)}>
      <ul>
        {examples.map(({ id, name, ipAddress, subsystem }) => (
          <li key={id}>
            <bdi>{fill(say.example, { name, ipAddress, platform: subsystem })}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
