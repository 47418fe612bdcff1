import styles from './active-state.module.css'

type Props = {
  active: boolean
  /** What is active or not decides its gender, so each feature has its own words. */
  t: { active: string; deactivated: string }
}

/** Said in words and by a sign: colour alone says nothing. */
export function ActiveState({ active, t }: Props) {
  return (
    <span className={styles.state} data-active={active}>
      <svg viewBox="0 0 16 16" width="16" height="16" fill="none" aria-hidden="true">
        <path
          d={active ? 'M3.5 8.5l3 3 6-7' : 'M4 4l8 8M12 4l-8 8'}
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      </svg>
      {active ? t.active : t.deactivated}
    </span>
  )
}
