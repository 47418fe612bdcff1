import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { fold } from '#contract/fold.ts'
import { counted } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Failure } from '#web/ui/failure.tsx'
import { listActions } from './contract.ts'
import { useActionName } from './entry-cells.tsx'
import { messages } from './messages.ts'
import styles from './filters.module.css'

type Props = {
  chosen: readonly string[]
  isWrong: boolean
  onChange: (chosen: string[]) => void
}

/** Any number of actions, found by typing a part of their names. */
export function ActionPicker({ chosen, isWrong, onChange }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const nameOf = useActionName()
  const id = useId()
  const box = useRef<HTMLDetailsElement>(null)
  const [first] = chosen
  const several = counted(t.chosen, chosen.length, locale)
  const summary = first === undefined ? t.anyAction : chosen.length === 1 ? nameOf(first) : several

  function close({ key }: KeyboardEvent): void {
    if (key !== 'Escape' || !box.current?.open) return
    box.current.open = false
    box.current.querySelector('summary')?.focus()
  }

  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {t.actions}
      </span>
      <details
        ref={box}
        className={styles.actions}
        onKeyDown={close}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
        }}
      >
        <summary aria-labelledby={`${id}-label ${id}-summary`}>
          <span id={`${id}-summary`}>{summary}</span>
        </summary>
        <Choices labelId={`${id}-label`} {...{ chosen, onChange }} />
      </details>
      {isWrong && <p className={styles.fault}>{t.wrong_action}</p>}
    </div>
  )
}

function useActions() {
  return useQuery({
    queryKey: ['audit-log-actions'],
    queryFn: ({ signal }) => call(listActions, {}, { signal }),
    staleTime: Infinity,
  })
}

function Choices({ labelId, chosen, onChange }: Omit<Props, 'isWrong'> & { labelId: string }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const nameOf = useActionName()
  const { data: names = [], error, isSuccess, refetch } = useActions()
  const [typed, setTyped] = useState('')
  const wanted = fold(typed)
  const { compare } = new Intl.Collator(locale)
  const found = names
    .filter((name) => fold(`${nameOf(name)} ${name}`).includes(wanted))
    .sort((one, other) => compare(nameOf(one), nameOf(other)))

  function toggle(name: string, isOn: boolean): void {
    onChange(isOn ? [...chosen, name] : chosen.filter((each) => each !== name))
  }

  return (
    <div className={styles.choices}>
      <input
        type="search"
        aria-label={t.searchActions}
        placeholder={t.searchActions}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul aria-labelledby={labelId}>
        {found.map((name) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={({ target }) => toggle(name, target.checked)}
              />
              {nameOf(name)}
            </label>
          </li>
        ))}
      </ul>
      {error && <Failure text={t.actionsFailed} error={error} onRetry={() => void refetch()} />}
      {isSuccess && found.length === 0 && <p className="soft">{t.noSuchAction}</p>}
    </div>
  )
}
