# Google Benchmark: benchmark::benchmark_main.
find_package(benchmark 1.6 REQUIRED)
