export {
  AppConfig,
  ConfigError,
  ENV_NAMES,
  type FourEyesConfig,
  loadConfig,
  type RateLimits,
} from './app-config';
export { ConfigModule } from './config.module';
