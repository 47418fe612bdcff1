/** A script of its own, which begin.ts runs in its turn. */
export { createRoot } from 'react-dom/client'
