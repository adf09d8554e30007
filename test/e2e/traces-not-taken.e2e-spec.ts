import { eventually, onThisMachine, PostbackBench, startService } from '../support';
import { Charging } from '../support/charges';
import { Collector } from '../support/collector';

describe('a collector that takes nothing', () => {
  it.each(['is down', 'does not answer'])(
    '%s: requests, notifications and the shutdown go on',
    async (what) => {
      const collector = await Collector.listen({ hanging: true });
      const { url } = collector;
      if (what === 'is down') await collector.close();
      const service = await startService({ worker: true, env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } });
      const bench = new PostbackBench(service, await service.merchant());
      const shop = await bench.open();
      await bench.subscribe(shop.url, ['charge.captured']);
      const begun = performance.now();
      for (let paid = 0; paid < 10; paid += 1) await new Charging(bench.merchant.client).paidPix();
      await shop.wait(10);
      expect(performance.now() - begun).toBeLessThan(onThisMachine(4_000));
      if (what !== 'is down') await eventually(() => expect(collector.texts).not.toEqual([]));
      await bench.close();
      const ending = performance.now();
      await service.stop();
      expect(performance.now() - ending).toBeLessThan(onThisMachine(4_000));
      if (what !== 'is down') await collector.close();
    },
  );
});
