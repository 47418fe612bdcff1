import { textWith } from '#contract/text.ts'
import { tags } from '#contract/time.ts'
import { useGap, useLocale, useMessages } from '#web/locale.ts'
import { CopyIcon } from '#web/ui/icon-button.tsx'
import type { MeasuredRequirement } from './contract.ts'
import { messages, progressMessages, remedyMessages } from './texts/messages.ts'
import styles from './page.module.css'

type Weak = MeasuredRequirement['weak']
type ToDoProps = { weak: Weak; violations: MeasuredRequirement['found'] }

/** Shows how to fix an unmet requirement: the lines to change in the server's settings, and other steps. */
export function ToDo({ weak, violations }: ToDoProps) {
  const [t, words] = [useMessages(messages), useMessages(progressMessages)]
  const gap = useGap()
  const remedies: Readonly<Record<string, string>> = useMessages(remedyMessages)
  const steps = [...new Set(violations.map(({ what }) => remedies[what] ?? ''))].join(gap)
  if (weak.length + violations.length === 0) return null
  const hasWeakSettings = weak.length > 0
  return (
    <div className={styles.toDo}>
      <p>
        <strong>{t.toDo}</strong>
        {gap}
        {hasWeakSettings ? words.onServer : steps}
      </p>
      {hasWeakSettings && (
        <ul className="bare">
          {weak.map((each) => (
            <SettingLine key={each.setting} {...each} />
          ))}
        </ul>
      )}
      {hasWeakSettings && violations.length > 0 && <p>{steps}</p>}
    </div>
  )
}

/** Shows a line to paste into the settings, and the other values that meet the clause. */
function SettingLine({ setting, wanted, others, range }: Weak[number]) {
  const t = useMessages(progressMessages)
  const { locale } = useLocale()
  const line = `${setting.slice(0, setting.indexOf('=') + 1)}${wanted}`
  // Values keep their own direction in right-to-left text.
  const names = others.map((value) => `\u2066${value}\u2069`)
  const values = new Intl.ListFormat(tags[locale], { type: 'disjunction' }).format(names)
  return (
    <li className="row-2">
      <code dir="ltr">{line}</code>
      <CopyIcon text={line} label={t.copyOf({ setting: line })} />
      {(range !== 'oneOf' || others.length > 0) && (
        <span className="hint">{textWith(t[range], { values })}</span>
      )}
    </li>
  )
}
