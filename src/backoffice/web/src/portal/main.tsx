import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../app/global.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from '../app/Providers';
import { loadTexts, startTexts } from '../i18n';
import { portalRouter } from './router';

const root = document.getElementById('root');
if (root === null) throw new Error('portal.html has no #root.');
await startTexts();
await loadTexts('portal')();
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={portalRouter} />
    </Providers>
  </StrictMode>,
);
