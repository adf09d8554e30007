import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { startTexts } from './i18n';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
await startTexts();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
