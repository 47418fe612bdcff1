import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Check } from '#web/ui/choice-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'
import type { Command } from './sections-panel.tsx'

type Props = {
  commands: readonly Command[]
  hasLetterKeys: boolean
  onLetterKeys: (isOn: boolean) => void
  onClose: () => void
}

type Key = readonly [combination: string, text: string]

/** Lists the keyboard shortcuts of the admin area, with a switch for the single-letter ones (WCAG 2.1.4). */
export function KeysDialog({ commands, hasLetterKeys, onLetterKeys, onClose }: Props) {
  const t = useMessages(messages)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    // Focusing the button may have scrolled the dialog; the list of shortcuts is read from its top.
    button.current?.closest('dialog')?.scrollTo({ top: 0 })
  }, [])
  const pageKeys = commands.flatMap(({ group, keys, text }): Key[] =>
    group === 'pages' && keys !== undefined ? [[keys, text]] : [],
  )
  return (
    <Dialog
      title={t.keysTitle}
      onClose={onClose}
      actions={
        <Button
          ref={(element) => {
            button.current = element
            // Otherwise, the initial focus would go to the checkbox above it.
            if (element) element.autofocus = true
          }}
          onClick={onClose}
        >
          {t.close}
        </Button>
      }
      form={<LetterKeys {...{ hasLetterKeys, onLetterKeys }} />}
    >
      <div className={styles.keys}>
        <Keys
          title={t.keysGo}
          keys={[['Ctrl K', t.keyPalette], ['/', t.keySearch], ...pageKeys, ['?', t.keyHelp]]}
        />
        <Keys
          title={t.keysList}
          keys={[
            ['j k', t.keyRows],
            [t.keyEnter, t.keyOpen],
            ['x', t.keySelect],
          ]}
        />
      </div>
    </Dialog>
  )
}

function Keys({ title, keys }: { title: string; keys: readonly Key[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="stack-2">
        {keys.map(([combination, text]) => (
          <div key={combination}>
            <dt>{text}</dt>
            <dd dir="ltr">
              {combination.split(' ').map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' '}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function LetterKeys(props: Pick<Props, 'hasLetterKeys' | 'onLetterKeys'>) {
  const { hasLetterKeys, onLetterKeys } = props
  const t = useMessages(messages)
  // The preferences update later, and the checkbox would flip back until then.
  const [isOn, setOn] = useState(hasLetterKeys)
  return (
    <div>
      <Check
        checked={isOn}
        aria-describedby="letter-keys-hint"
        onChange={({ target }) => {
          setOn(target.checked)
          onLetterKeys(target.checked)
        }}
      >
        {t.letterKeys}
      </Check>
      <p id="letter-keys-hint" className="soft">
        {t.letterKeysHint}
      </p>
    </div>
  )
}
