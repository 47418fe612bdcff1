import { useId, useState } from 'react'
import { foldText } from '#contract/fold-text.ts'
import { useMessages } from '../locale.ts'
import { focusFirst } from './focus-first.ts'
import styles from './list-filters.module.css'
import { listMessages } from './texts/messages.ts'
import type { Option } from './option-search.tsx'

/** Number of options above which there is a search field. */
const maxWithoutSearch = 20

type Props = {
  filter: { title: string; options: readonly Option[] }
  selectedValues: readonly string[]
  type: 'radio' | 'checkbox'
  onToggle: (value: string) => void
}

/** The values of a filter, as radio buttons or checkboxes. */
export function Options({ filter: { title, options }, selectedValues, type, onToggle }: Props) {
  const t = useMessages(listMessages)
  const name = useId()
  const [typed, setTyped] = useState('')
  const matchingOptions = options.filter(({ text }) => foldText(text).includes(foldText(typed)))
  return (
    <fieldset className={styles.options} ref={focusFirst}>
      <legend>{title}</legend>
      {options.length > maxWithoutSearch && (
        <input
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {matchingOptions.map(({ value, text, count }) => (
        <label
          key={value}
          className="option"
          // In some browsers, a click on the label clicks the radio button with `detail` 0. The radio button ignores
          // that click, because an arrow key causes the same one.
          onClick={(event) => {
            if (type !== 'radio' || event.target instanceof HTMLInputElement) return
            event.preventDefault()
            onToggle(value)
          }}
        >
          <input
            type={type}
            name={name}
            checked={selectedValues.includes(value)}
            onChange={() => type === 'checkbox' && onToggle(value)}
            // The arrow keys check each radio button that they pass; only a click or the space bar chooses.
            onClick={({ detail }) => type === 'radio' && detail > 0 && onToggle(value)}
            onKeyDown={(event) => {
              if (type !== 'radio' || ![' ', 'Enter'].includes(event.key)) return
              // The key would also press the button that receives the focus when the popup closes.
              event.preventDefault()
              onToggle(value)
            }}
          />
          <bdi>{text}</bdi>
          {count !== undefined && <small className="soft">{count}</small>}
        </label>
      ))}
      <p role="status" className="soft unless-empty">
        {matchingOptions.length === 0 && typed !== '' && t.nothing}
      </p>
    </fieldset>
  )
}
